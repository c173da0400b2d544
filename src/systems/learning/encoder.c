/* encoder.c. Room base. Means of 3 x 3 cells, units, outputs, and descent along the gradient. Inner loops run over adjacent
 * numbers, each with a sum of its own, so vectors change the order of no sum. */
#include "systems/learning/encoder.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int encoder_cells(const EncoderShape *s)
{
    assert(s->width >= 1 && s->height >= 1 && s->width * s->height <= ENCODER_CELLS_MAX);
    return s->width * s->height;
}

int encoder_parameters(const EncoderShape *s)
{
    assert(s->hidden >= 1 && s->hidden <= ENCODER_UNITS_MAX);
    return 2 * encoder_cells(s) * s->hidden + s->hidden + encoder_cells(s);
}

/* The four parts of the parameters, or of a gradient. */
typedef struct {
    double *in, *in_bias, *out, *out_bias;
} EncoderParts;

static EncoderParts parts_of(const EncoderShape *s, double *p)
{
    const size_t matrix = (size_t)encoder_cells(s) * (size_t)s->hidden;
    double *bias = p + matrix;
    return (EncoderParts){.in = p, .in_bias = bias, .out = bias + s->hidden, .out_bias = bias + s->hidden + matrix};
}

void encoder_name(const EncoderShape *s, int i, char name[ENCODER_NAME])
{
    const int cells = encoder_cells(s), matrix = cells * s->hidden, out = i - matrix - s->hidden;
    assert(i >= 0 && i < encoder_parameters(s));
    if (i < matrix)
        snprintf(name, ENCODER_NAME, "in_%d_%d", i / s->hidden + 1, i % s->hidden + 1);
    else if (out < 0)
        snprintf(name, ENCODER_NAME, "in_bias_%d", i - matrix + 1);
    else if (out < matrix)
        snprintf(name, ENCODER_NAME, "out_%d_%d", out / cells + 1, out % cells + 1);
    else
        snprintf(name, ENCODER_NAME, "out_bias_%d", out - matrix + 1);
}

void encoder_start(const EncoderShape *s, double *p, Rng *rng)
{
    const EncoderParts part = parts_of(s, p);
    const int matrix = encoder_cells(s) * s->hidden;
    const double in = sqrt(3.0 / encoder_cells(s)), out = sqrt(3.0 / s->hidden);
    memset(p, 0, (size_t)encoder_parameters(s) * sizeof *p);
    for (int i = 0; i < matrix; i++) part.in[i] = rng_between(rng, -in, in);
    for (int i = 0; i < matrix; i++) part.out[i] = rng_between(rng, -out, out);
}

/* The layers of one board. They lie in scratch, in this order. */
typedef struct {
    double *means;  /* (cells) */
    double *units;  /* (hidden) */
    double *output; /* (cells) */
    double *back;   /* (hidden): the derivative of the error by each unit */
} Pass;

size_t encoder_scratch(const EncoderShape *s)
{
    return 2 * ((size_t)encoder_cells(s) + (size_t)s->hidden);
}

static Pass pass_in(const EncoderShape *s, double *scratch)
{
    double *units = scratch + encoder_cells(s), *output = units + s->hidden;
    return (Pass){.means = scratch, .units = units, .output = output, .back = output + encoder_cells(s)};
}

static int nearest(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

static void take_means(const EncoderShape *s, const double *board, double *means)
{
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            double sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) sum += board[nearest(y + dy, s->height) * s->width + nearest(x + dx, s->width)];
            means[y * s->width + x] = sum / 9;
        }
}

/* Means that are 0, as in the empty rows of a board, add nothing. */
static void take_units(const EncoderShape *s, const EncoderParts *part, const double *means, double *units)
{
    memcpy(units, part->in_bias, (size_t)s->hidden * sizeof *units);
    for (int i = 0; i < encoder_cells(s); i++) {
        const double mean = means[i], *weight = part->in + (size_t)i * (size_t)s->hidden;
        if (mean == 0) continue;
        for (int k = 0; k < s->hidden; k++) units[k] += weight[k] * mean;
    }
    for (int k = 0; k < s->hidden; k++) units[k] = units[k] > 0 ? units[k] : 0;
}

static void take_output(const EncoderShape *s, const EncoderParts *part, const double *units, double *output)
{
    const int cells = encoder_cells(s);
    memcpy(output, part->out_bias, (size_t)cells * sizeof *output);
    for (int k = 0; k < s->hidden; k++) {
        const double *weight = part->out + (size_t)k * (size_t)cells;
        for (int i = 0; i < cells; i++) output[i] += weight[i] * units[k];
    }
}

/* As parts_of, for parameters that are only read. */
static EncoderParts parts_to_read(const EncoderShape *s, const double *p)
{
    return parts_of(s, (double *)(uintptr_t)p);
}

void encoder_units(const EncoderShape *s, const double *p, const double *board, double *scratch, double *out)
{
    const EncoderParts part = parts_to_read(s, p);
    take_means(s, board, scratch);
    take_units(s, &part, scratch, out);
}

/* Computes all layers of a board, then subtracts it from the output. Returns the sum of the squares of these differences. */
static double pass_forward(const EncoderShape *s, const EncoderParts *part, const double *board, const Pass *pass)
{
    double sum = 0;
    take_means(s, board, pass->means);
    take_units(s, part, pass->means, pass->units);
    take_output(s, part, pass->units, pass->output);
    for (int i = 0; i < encoder_cells(s); i++) {
        pass->output[i] -= board[i];
        sum += pass->output[i] * pass->output[i];
    }
    return sum;
}

double encoder_error(const EncoderShape *s, const double *p, const double *board, double *scratch)
{
    const EncoderParts part = parts_to_read(s, p);
    const Pass pass = pass_in(s, scratch);
    return pass_forward(s, &part, board, &pass);
}

/* Adds the derivatives of half the error of a board to gradient. pass: the layers of this board, from pass_forward. */
static void pass_back(const EncoderShape *s, const EncoderParts *part, const Pass *pass, const EncoderParts *gradient)
{
    const int cells = encoder_cells(s);
    for (int i = 0; i < cells; i++) gradient->out_bias[i] += pass->output[i];
    for (int k = 0; k < s->hidden; k++) {
        const double unit = pass->units[k], *weight = part->out + (size_t)k * (size_t)cells;
        double *into = gradient->out + (size_t)k * (size_t)cells, sum = 0;
        pass->back[k] = 0;
        if (!(unit > 0)) continue; /* a unit of 0 is constant */
        for (int i = 0; i < cells; i++) into[i] += pass->output[i] * unit;
        for (int i = 0; i < cells; i++) sum += pass->output[i] * weight[i];
        pass->back[k] = sum;
        gradient->in_bias[k] += sum;
    }
    for (int i = 0; i < cells; i++) {
        double *into = gradient->in + (size_t)i * (size_t)s->hidden;
        if (pass->means[i] == 0) continue;
        for (int k = 0; k < s->hidden; k++) into[k] += pass->back[k] * pass->means[i];
    }
}

void encoder_step(const EncoderShape *s, double *p, const double *boards, int n, double rate, double *gradient, double *scratch)
{
    const int parameters = encoder_parameters(s);
    const EncoderParts part = parts_of(s, p), sum = parts_of(s, gradient);
    const Pass pass = pass_in(s, scratch);
    assert(n >= 1 && rate > 0);
    memset(gradient, 0, (size_t)parameters * sizeof *gradient);
    for (int b = 0; b < n; b++) {
        pass_forward(s, &part, boards + (size_t)b * (size_t)encoder_cells(s), &pass);
        pass_back(s, &part, &pass, &sum);
    }
    const double step = 2 * rate / n;
    for (int i = 0; i < parameters; i++) p[i] -= step * gradient[i];
}
