# Are estimates by splitting true? The ratio of each estimate to the mean of whole games. Filled are those whose 95 % interval has 1. Reads splitting.tsv, which bench/study_splitting.sh writes.
chart = 'splitting'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/splitting.tsv'
stats table u (0) nooutput
rows = int(STATS_records)
array label[rows]; array mean[rows]
r = 0; longest = 0; sum = 0; held = 0; lo = 0.95; hi = 1.05
stats table u (r = r + 1, label[r] = strcol('weights').', '.strcol('board'), mean[r] = column('whole'), sum = sum + log(column('ratio')), \
    held = held + (column('ratio_low') <= 1 && column('ratio_high') >= 1), lo = min(lo, column('ratio_low')), \
    hi = max(hi, column('ratio_high'))) nooutput
do for [r = 1:rows] { label[r] = short(label[r], 34); longest = max(longest, strlen(label[r])) }
title = name.sprintf(': estimates of %d players beside whole games', rows)
subtitle = sprintf('points: estimate / mean of whole games, with 95 %% intervals; filled: 1 lies within, %d of %d; geometric mean %.3f', \
    held, rows, exp(sum / rows))
right = 0.86; load here.'rows.gp'
set logscale x
set xrange [lo / 1.02:hi * 1.02]
set xtics (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.4, 1.6, 1.8, 2)
set xlabel 'estimate / mean of whole games'
set arrow 1 from 1, graph 0 to 1, graph 1 nohead lc rgb grey lw 1.2
do for [r = 1:rows] { set label 2000 + r number(mean[r]) at screen 0.935, first r center textcolor rgb '#555555' }
set label 1 score_noun.a_play at screen 0.985, from_top(0.875) right textcolor rgb '#555555' noenhanced
inside(low, high) = low <= 1 && high >= 1
plot table u (column('ratio')):(column(0) + 1):(column('ratio_low')):(column('ratio_high')) w xerrorbars pt 0 lw 1.5 lc rgb blue, \
     table u (column('ratio')):(column(0) + 1) w points pt 7 ps 1.1 * point_scale lc rgb '#ffffff', \
     table u (inside(column('ratio_low'), column('ratio_high')) ? column('ratio') : NaN):(column(0) + 1) w points pt 7 ps 1.1 * point_scale \
         lc rgb vermilion, \
     table u (inside(column('ratio_low'), column('ratio_high')) ? NaN : column('ratio')):(column(0) + 1) w points pt 6 ps 1.1 * point_scale lw 1.6 \
         lc rgb blue
