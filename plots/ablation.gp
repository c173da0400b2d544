# From the untuned values to the tuned ones, one key at a time: the mean score after each step. Beside it stand the keys that the step
# tried and did not keep. Reads ablation.tsv.
chart = 'ablation'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/ablation.tsv'
stats table u (0) nooutput
rows = int(STATS_records)
array label[rows]; array step[rows]; array pvalue[rows]
steps = 0; longest = 0; blocks = 0
# No choice has a name that begins as a number does, or that holds what parts the values of keys that are tied.
nice(s) = strstrt(s, '/') > 0 ? nice(s[1:strstrt(s, '/') - 1]).'/'.nice(s[strstrt(s, '/') + 1:*]) : one(s)
one(s) = strstrt('-.0123456789', s[1:1]) > 0 ? sprintf('%.4g', real(s)) : short(s, 16)
change(key, from, to) = key eq 'untuned' ? 'untuned' : short(plain(key), 24).': '.nice(from).' -> '.nice(to)
stats table u (blocks = column('blocks'), see(column('score') - column('sem')) + see(column('score') + column('sem')), \
    column('kept') == 1 ? (steps = steps + 1, label[steps] = change(strcol('key'), strcol('untuned'), strcol('tuned')), \
    pvalue[steps] = column('p'), longest = max(longest, strlen(label[steps])), 0) : 0) nooutput
title = name.': from untuned to tuned, key by key'
subtitle = sprintf('mean scores of %d held-out blocks with standard errors; filled: kept, open: tried in the same step', blocks)
rows = steps; right = 0.86; load here.'rows.gp'
letter = 'x'; scale = 'linear'; load here.'axis.gp'
set xlabel 'score (0: the median of the untuned values)' noenhanced
do for [r = 2:rows] { set label 2000 + r sprintf('p = %.2g', pvalue[r]) at screen from_right(0.875), first r left textcolor rgb '#555555' }
plot table u (column('kept') == 1 ? NaN : column('score')):(column('step') + 1) w points pt 6 ps 0.9 * point_scale lw 1.2 lc rgb '#999999', \
     table u (column('kept') == 1 ? column('score') : NaN):(column('step') + 1):'sem' w xerrorbars pt 7 ps 1.1 * point_scale lw 1.5 lc rgb blue
