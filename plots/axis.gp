# Sets up one axis around the numbers that see() has seen:
#     letter = 'y'; scale = 'count'; want = 7; load here.'axis.gp'
# letter   x or y
# scale    linear  from the least to the largest, with a little air       exact      without any
#          zero    from 0                                                 played     the same, log where it is more than two
# decades
#          log     decades; what is not above 0 has no place              score      what the kind of the scores asks for
#          count   linear where numbers span less than a decade; else log, or log of 1 + v where there are values below 1
# want     about so many numbers along it
# bare     1: no numbers, only tics
# It leaves axis_lo and axis_hi; share(v): where v lies between them, 0..1; after score also `bottom` and the label score_label.
if (!exists('bare')) { bare = 0 }

if (scale eq 'score') {
    floored = kind eq 'error' && lo <= 0 && least < 1e308
    if (floored) { bottom = max(least / 10, 1e-300); least = bottom }
    scale = kind eq 'difference' ? 'linear' : kind eq 'count' ? 'count' : hi > 0 ? 'log' : 'zero'
    score_label = standardised ? 'standardised score (0: ordinary)' : kind eq 'error' ? 'error'.(floored ? \
        ' (0 drawn at the lower edge)' : '') : score_noun.a_play
}
if (scale eq 'count') { scale = !(hi > 0) ? 'zero' : lo >= 0.5 * hi ? 'linear' : hi < 10 * lo || hi < 10 ? 'zero' : lo >= 1 ? \
    'log' : 'log1' }
if (scale eq 'log1' && exists('score_label')) { score_label = score_noun.a_play.' (log of 1 + '.score_noun.')' }

# ---- From where to where ----
axis_lo = lo; axis_hi = hi; axis_log = 0
if (lo > hi) { axis_lo = 0; axis_hi = 1; scale = 'exact' }
if (scale eq 'linear') {
    axis_air = (hi - lo) * 0.05; axis_tiny = (abs(lo) + abs(hi)) * 1e-6
    if (axis_air <= axis_tiny) { axis_air = max(abs(hi) * 0.1, axis_tiny > 0 ? axis_tiny : 0.5) }
    axis_lo = lo - axis_air; axis_hi = hi + axis_air
}
if (scale eq 'zero') { axis_lo = 0; axis_hi = hi > 0 ? hi * 1.06 : 1 }
if (scale eq 'log') {
    axis_log = 1
    axis_lo = hi > 0 ? least : 1; axis_hi = hi > 0 ? hi : 1
    axis_air = axis_lo < axis_hi ? max(exp((log(axis_hi) - log(axis_lo)) * 0.04), 1.02) : 2
    axis_lo = max(axis_lo / axis_air, 1e-305); axis_hi = axis_hi > 1e305 / axis_air ? 1e305 : axis_hi * axis_air
}
if (scale eq 'log1') { axis_log = 2; axis_lo = 0; axis_hi = hi > 1e290 ? 1e305 : hi * exp(0.04 * log(hi + 1)) }
if (scale eq 'played' && lo > 0 && hi > 100 * lo) { axis_log = 1 }
if (!(axis_lo < axis_hi)) { axis_log = 0; axis_lo = axis_lo - 1; axis_hi = axis_hi + 1 }
axis_lo = real(axis_lo); axis_hi = real(axis_hi) # no division of whole numbers below

bent(v) = axis_log == 0 ? v : axis_log == 1 ? log(max(v, 1e-307)) : log(1 + max(v, 0))
share(v) = (bent(v) - bent(axis_lo)) / (bent(axis_hi) - bent(axis_lo))

# ---- Tics ----
tics = ''
tic(tic_text, tic_at) = (tics eq '' ? '' : tics.', ').sprintf("'%s' %.12g %d", bare ? '' : (tic_text[1:1] eq '-' ? \
    '−'.tic_text[2:*] : tic_text), tic_at, tic_text eq '')
if (axis_log == 0 || (axis_log == 1 && log10(axis_hi) - log10(axis_lo) < 0.35)) {
    axis_span = axis_hi - axis_lo; axis_most = max(abs(axis_lo), abs(axis_hi))
    tic_step = 10.0**floor(log10(axis_span / want))
    tic_step = tic_step * (axis_span / tic_step > want * 5 ? 10 : axis_span / tic_step > want * 2 ? 5 : axis_span / tic_step > \
        want ? 2 : 1)
    tic_unit = axis_most >= 1e4 ? unit_of(axis_most) : 1
    tic_decimals = max(0, -floor(log10(tic_step / tic_unit) + 1e-9))
    tic_tenth = axis_most < 1e-3 ? floor(log10(axis_most)) : 0 # tiny numbers: 2×10^{-6} instead of 0.000002
    do for [axis_k = 0:int(axis_span / tic_step + 1)] {
        tic_at = (ceil(axis_lo / tic_step - 1e-9) + axis_k) * tic_step
        tic_text = tic_at == 0 ? '0' : tic_tenth < 0 ? sprintf('%.3g×10^{%d}', tic_at / 10.0**tic_tenth, tic_tenth) : \
            sprintf(sprintf('%%.%df%%s', tic_decimals), tic_at / tic_unit, tic_unit > 1 ? letter_of(axis_most) : '')
        if (tic_at <= axis_hi + 1e-9 * tic_step) { tics = tic(tic_text, tic_at == 0 ? 0 : tic_at) }
    }
} else {
    # Powers of ten, every stride-th with its number; 2 and 5 between them where there are few.
    tic_low = axis_log == 2 ? 0 : log10(axis_lo); axis_decades = (axis_log == 2 ? log10(axis_hi + 1) : log10(axis_hi)) - tic_low
    tic_stride = max(1, ceil(axis_decades / want))
    if (tic_stride > 5) { tic_stride = (int(tic_stride) + 4) / 5 * 5 }
    tic_powers = axis_hi >= 1e15 || (axis_log == 1 && axis_lo < 1e-4)
    if (axis_log == 2) { tics = tic('0', 0); axis_decades = max(axis_decades, 2) }
    do for [axis_k = floor(tic_low):ceil(tic_low + axis_decades)] { do for [axis_m = 1:(tic_stride == 1 ? 9 : 1)] {
        tic_at = axis_m * 10.0**axis_k
        tic_labelled = axis_m == 1 ? axis_k % tic_stride == 0 : axis_decades < 1.1 ? axis_m <= 3 || axis_m == 5 || axis_m == 7 \
            : axis_decades < (narrow && letter eq 'x' ? 1.5 : 2.6) && (axis_m == 2 || axis_m == 5)
        tic_text = !tic_labelled ? '' : !tic_powers ? sprintf('%.10g%s', tic_at / unit_of(tic_at), letter_of(tic_at)) : axis_m \
            == 1 ? sprintf('10^{%d}', axis_k) : sprintf('%d×10^{%d}', axis_m, axis_k)
        if (tic_at >= axis_lo * (1 - 1e-9) && tic_at <= axis_hi * (1 + 1e-9) && (tic_text ne '' || tic_stride <= 10)) { tics = \
            tic(tic_text, tic_at) }
    } }
}
bare = 0

eval 'unset logscale '.letter.'; unset nonlinear '.letter
if (axis_log == 1) { eval 'set logscale '.letter.' 10' }
if (axis_log == 2) { eval sprintf('set nonlinear %s via log10(1+%s) inverse 10**%s-1', letter, letter, letter) }
eval sprintf('set %srange [%.12g:%.12g]; set %stics (%s)', letter, axis_lo, axis_hi, letter, tics)
