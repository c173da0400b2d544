# Mean and median of the ten best of each generation, a colour a way of training: means over the seeds. Reads, of the statistics,
# mean_median.tsv.
chart = 'mean_median'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

data = base.'.tsv'
array way[8]
ways = 0; before = ''
stats data u (strcol('variant') ne before && ways < 8 ? (ways = ways + 1, way[ways] = strcol('variant')) : 0, before = \
    strcol('variant'), 0) nooutput
eval forget
stats data u (see(column('iteration'))) nooutput
letter = 'x'; scale = 'played'; want = 8; load here.'axis.gp'
eval forget
do for [what in 'mean median'] { stats data u (see(column(what))) nooutput }
letter = 'y'; scale = 'score'; want = 7; load here.'axis.gp'
title = name.': the ten best of each generation'
subtitle = 'solid: their mean; dashed: their median; as the training saw them, means over the seeds'
eval headline
set lmargin at screen 0.092
set rmargin at screen 0.97
set tmargin at screen 0.86
set bmargin at screen 0.105
set key at graph 0, 1.06 left top horizontal Left reverse noenhanced
set xlabel 'generation'
set label 1 score_label at screen 0.018, 0.495 center rotate noenhanced
of(k, what) = strcol('variant') eq way[k] ? shown(column(what)) : NaN
plot for [k = 1:ways] data u (column('iteration')):(of(k, 'mean')) w linespoints pt 7 ps 0.5 * point_scale lc rgb hue[k] lw 2.2 title way[k], \
     for [k = 1:ways] data u (column('iteration')):(of(k, 'median')) w linespoints pt 6 ps 0.5 * point_scale lc rgb hue[k] lw 1.6 dt 2 notitle
