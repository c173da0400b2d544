/* real_own.c. Each order of operations is meant: another one gives other bits. */
#include "base/real_own.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The unevaluated sum of two doubles, the second of which is small. */
typedef struct DoubleDouble {
    double hi, lo;
} DoubleDouble;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double power_of_2(int exponent)
{
    return of_bits((uint64_t)(exponent + 1023) << 52);
}

/* The upper half of the digits: products of such halves are exact. */
static double half(double x)
{
    return of_bits(bits_of(x) & UINT64_C(0xfffffffff8000000));
}

/* The nearest integer, ties to even, of |x| below 2^51. */
static double nearest(double x)
{
    const double shift = 6755399441055744.0; /* 1.5 x 2^52: no room is left for a fraction */
    return x + shift - shift;
}

/* x + y where |x| >= |y|; add_any: of any two. */
static DoubleDouble add(double x, double y)
{
    const double sum = x + y;
    return (DoubleDouble){sum, x - sum + y};
}

static DoubleDouble add_any(double x, double y)
{
    const double sum = x + y, v = sum - x;
    return (DoubleDouble){sum, (x - (sum - v)) + (y - v)};
}

static DoubleDouble pair_add(DoubleDouble x, double y)
{
    const double sum = x.hi + y;
    return (DoubleDouble){sum, x.hi - sum + y + x.lo};
}

static DoubleDouble pair_add_any(DoubleDouble x, double y)
{
    const DoubleDouble sum = add_any(x.hi, y);
    return (DoubleDouble){sum.hi, sum.lo + x.lo};
}

static DoubleDouble pair_sum(DoubleDouble x, DoubleDouble y)
{
    const double sum = x.hi + y.hi;
    return (DoubleDouble){sum, x.hi - sum + y.hi + x.lo + y.lo};
}

static DoubleDouble pair_times(DoubleDouble x, double y)
{
    const double xh = half(x.hi), xl = x.hi - xh, yh = half(y), yl = y - yh, product = x.hi * y;
    return (DoubleDouble){product, xh * yh + -product + xl * yh + xh * yl + xl * yl + x.lo * y};
}

static DoubleDouble pair_product(DoubleDouble x, DoubleDouble y)
{
    const double xh = half(x.hi), xl = x.hi - xh, yh = half(y.hi), yl = y.hi - yh, product = x.hi * y.hi;
    return (DoubleDouble){product, xh * yh + -product + xl * yh + xh * yl + xl * yl + x.hi * y.lo + x.lo * y.hi};
}

static DoubleDouble pair_ratio(DoubleDouble n, DoubleDouble d)
{
    const double t = 1 / d.hi, dh = half(d.hi), dl = d.hi - dh, th = half(t), tl = t - th, nh = half(n.hi), nl = n.hi - nh;
    const double ratio = n.hi * t, left = 1 - dh * th - dh * tl - dl * th - dl * tl;
    const double u = nh * th - ratio + nh * tl + nl * th + nl * tl + ratio * left;
    return (DoubleDouble){ratio, t * (n.lo - ratio * d.lo) + u};
}

/* The polynomial of n coefficients, the lowest first, by Estrin's scheme; power[k] is x to the 2^k. */
static double estrin(const double *c, int n, const double *power)
{
    if (n == 1) return c[0];
    int k = 0;
    while (2 << k < n) k++;
    const double high = estrin(c + (1 << k), n - (1 << k), power);
    return power[k] * high + estrin(c, 1 << k, power);
}

static double polynomial(const double *c, int n, double x)
{
    const double x2 = x * x, x4 = x2 * x2, power[] = {x, x2, x4, x4 * x4};
    return estrin(c, n, power);
}

/* What differs between two logarithms: coefficients of the odd powers from the third on of x = (m - 1) / (m + 1), which is twice
 * the logarithm of m; the logarithm of 2; the factor of x itself. */
typedef struct Logarithm {
    double c[7];
    DoubleDouble of_2, twice;
} Logarithm;

static double logarithm(const Logarithm *l, double d)
{
    if (isnan(d) || d < 0) return NAN;
    if (d == 0) return -HUGE_VAL;
    if (isinf(d)) return d;
    const bool subnormal = d < 0x1p-1022;
    if (subnormal) d *= 0x1p64;
    const uint64_t exponent = (bits_of(d * (1.0 / 0.75)) >> 52 & 0x7ff) - 1023;
    const double m = of_bits(bits_of(d) - (exponent << 52)),
                 e = (double)(int64_t)exponent - (subnormal ? 64 : 0); /* m: 0.75 to 1.5 */
    const DoubleDouble x = pair_ratio(add_any(-1, m), add_any(1, m));
    const double x2 = x.hi * x.hi, t = polynomial(l->c, 7, x2);
    const DoubleDouble twice = l->twice.lo == 0 ? (DoubleDouble){x.hi * 2, x.lo * 2} : pair_product(x, l->twice);
    const DoubleDouble sum = pair_add(pair_sum(pair_times(l->of_2, e), twice), x2 * x.hi * t);
    return sum.hi + sum.lo;
}

double own_log(double x)
{
    static const Logarithm natural = {
        .c = {0.6666666666667333541e+0, 0.3999999999635251990e+0, 0.2857142932794299317e+0, 0.2222214519839380009e+0,
              0.1818605932937785996e+0, 0.1525629051003428716e+0, 0.1532076988502701353e+0},
        .of_2 = {0.693147180559945286226764, 2.319046813846299558417771e-17},
        .twice = {2, 0},
    };
    return logarithm(&natural, x);
}

double own_log10(double x)
{
    static const Logarithm decimal = {
        .c = {0.2895296546021972617e+0, 0.1737177927454605086e+0, 0.1240841409721444993e+0, 0.9650955035715275132e-1,
              0.7898105214313944078e-1, 0.6625722782820833712e-1, 0.6653725819576758460e-1},
        .of_2 = {0.30102999566398119802, -2.803728127785170339e-18},
        .twice = {0.86858896380650363334, 1.1430059694096389311e-17},
    };
    return logarithm(&decimal, x);
}

double own_exp(double x)
{
    static const double c[] = {0.166666666666666851703837,    0.0416666666666665047591422,   0.00833333333331652721664984,
                               0.00138888888889774492207962,  0.000198412698960509205564975, 2.4801587159235472998791e-05,
                               2.75572362911928827629423e-06, 2.75573911234900471893338e-07, 2.51112930892876518610661e-08,
                               2.08860621107283687536341e-09};
    if (isnan(x)) return x;
    if (x > 709.78271114955742909217217426) return HUGE_VAL;
    if (x < -1000) return 0;
    const double u = nearest(x * 1.442695040888963407359924681001892137426645954152985934135449406931);
    const double s =
        u * -.28235290563031577122588448175013436025525412068e-12 + (u * -.69314718055966295651160180568695068359375 + x);
    const double y = 1 + (s * s * (polynomial(c, 10, s) * s + 0.5) + s);
    const int q = (int)u,
              first = (q - (q < 0 && q % 2 != 0)) / 2; /* in two steps, as the result may be below all normal numbers */
    return y * power_of_2(first) * power_of_2(q - first);
}

/* The sine of s.hi + s.lo, at most a quarter turn from 0. */
static double sine(DoubleDouble s)
{
    static const double c[] = {-0.000198412698412046454654947, 2.75573192104428224777379e-06, -2.5052106814843123359368e-08,
                               1.60589370117277896211623e-10,  -7.6429259411395447190023e-13, 2.72052416138529567917983e-15};
    const double h = half(s.hi), l = s.hi - h, square = s.hi * s.hi;
    const DoubleDouble q = {square, h * h + -square + (h + h) * l + l * l + s.hi * (s.lo + s.lo)};
    const double u = polynomial(c, 6, q.hi) * q.hi + 0.00833333333333318056201922;
    const DoubleDouble p = pair_product(add(-0.166666666666666657414808, u * q.hi), q);
    const double sum = 1 + p.hi;
    const DoubleDouble x = {sum, 1 - sum + p.hi + p.lo};
    const double xh = half(x.hi), xl = x.hi - xh;
    return s.lo * xh + h * x.lo + l * xl + h * xl + l * xh + h * xh;
}

/* Pi, exactly enough in two parts for angles below 15, and in four for others. */
static const double pi_2[] = {3.141592653589793116, 1.2246467991473532072e-16};
static const double pi_4[] = {3.1415926218032836914, 3.1786509424591713469e-08, 1.2246467864107188502e-16,
                              1.2736634327021899816e-24};
static const double per_pi = 0.318309886183790671537767526745028724;

/* What is left of a large angle: s, which lacks the first part of pi already, less the other parts, high + low times scale. */
static DoubleDouble reduced(DoubleDouble s, double high, double low, double scale)
{
    for (int i = 1; i <= 2; i++) s = pair_add_any(pair_add_any(s, high * (-pi_4[i] * scale)), low * (-pi_4[i] * scale));
    return pair_add(s, (high + low) * (-pi_4[3] * scale));
}

double own_sin(double x)
{
    if (!(fabs(x) < 1e14)) return NAN;
    if (x == 0) return x;
    double low = nearest(x * per_pi);
    DoubleDouble s;
    if (fabs(x) < 15) {
        s = add(low * -pi_2[0] + x, low * -pi_2[1]);
    } else {
        const double high = (double)(int64_t)(x * (per_pi / (1 << 24))) * (1 << 24);
        low = nearest(x * per_pi - high);
        s = reduced(add(high * -pi_4[0] + x, low * -pi_4[0]), high, low, 1);
    }
    const double y = sine(s);
    return (int64_t)low % 2 != 0 ? -y : y;
}

double own_cos(double x)
{
    if (!(fabs(x) < 1e14)) return NAN;
    double low = 2 * nearest(x * per_pi + -0.5) + 1;
    DoubleDouble s;
    if (fabs(x) < 15) {
        s = pair_add(add_any(x, low * (-pi_2[0] * 0.5)), low * (-pi_2[1] * 0.5));
    } else {
        double high = (double)(int64_t)(x * (per_pi / (1 << 23)) + -per_pi / (1 << 24));
        low = 2 * nearest(x * per_pi + (high * -(1 << 23) + -0.5)) + 1;
        high *= 1 << 24;
        s = reduced(add_any(high * (-pi_4[0] * 0.5) + x, low * (-pi_4[0] * 0.5)), high, low, 0.5);
    }
    const double y = sine(s);
    return ((int64_t)low & 2) == 0 ? -y : y;
}
