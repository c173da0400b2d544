# The ways of training of a study: scores over the seeds, and how far what is reported is from them. Reads, of the statistics,
# study.tsv and study_runs.tsv.
chart = 'study'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

data = base.'.tsv'; seeds = base.'_runs.tsv'
if (!exists('unequal')) unequal = '' # a study that an older program has drawn
stats data u (0) nooutput
rows = int(STATS_records)
array label[rows]
longest = 0; r = 0; fewest = 1e308; most = 0
eval forget
alike = 0; open_ = 0
stats data u (r = r + 1, \
    mark = r == 1 || column('p') <= alpha ? '' : column('p_least') > alpha ? (open_ = open_ + 1, ' ?') : (alike = alike + 1, ' ='), \
    label[rows + 1 - r] = short(strcol('variant'), 28).mark, longest = max(longest, strlen(label[rows + 1 - r])), \
    fewest = min(fewest, column('runs')), most = max(most, column('runs')), see(0.9), see(1.2), 0) nooutput
do for [what in 'training training_lower training_upper reported reported_lower reported_upper'] { stats data u (see(column(what))) nooutput }
ratio_lo = lo; ratio_hi = hi; ratio_least = least
eval forget
stats seeds u (see(column(reported_name))) nooutput
low = lo / 3; high = hi * 3 # few seeds have wide intervals
stats data u (see(max(column('score_lower'), low)), see(min(column('score_upper'), high)), 0) nooutput
score_lo = lo; score_hi = hi; score_least = least
title = name.sprintf(': %d ways of training', rows)
subtitle = (fewest == most ? sprintf('%d', most) : sprintf('%d to %d', fewest, most)).' seed'.(most == 1 ? '' : 's').' each; geometric means' \
         .(rows == 1 ? '' : open_ + alike == 0 ? '; all others differ significantly from the best' : '') \
         .(alike > 0 ? '; =: no significant difference from the best' : '') \
         .(open_ > 0 ? '; ?: too few seeds to tell' : '') \
         .(rows == 1 ? '' : sprintf(' (Wilcoxon, Holm, %g %%)', 100 * alpha)) \
         .(unequal eq '' ? '' : '; '.unequal)
right = narrow ? 0.975 : 0.66; upwards = 1; load here.'rows.gp'

set multiplot
letter = 'x'; scale = has_errors ? 'log' : 'count'; want = 6; load here.'axis.gp'
set ytics scale 0 ('' 1)
set xlabel has_errors ? 'error' : reported_name.' '.score_noun noenhanced offset 0, 0.4
set key at screen left, from_top(0.895) left top horizontal Left reverse samplen 1.2 width -2 font small
ends(what) = column(strcol(what) ne 'NaN' ? what : what[1:strlen(what) - 6]) # one value has no interval
plot seeds u (column(reported_name)):"place" w points pt 7 ps 0.35 * point_scale lc rgb '#999999' title 'a seed', \
     data u "q25":"place":(column("q75") - column("q25")):(0) w vectors nohead lw 5 lc rgb '#900072b2' title '25–75 %', \
     data u "score":"place":(ends("score_lower")):(ends("score_upper")) w xerrorbars pt 7 ps 0.7 * point_scale lw 1.4 lc rgb vermilion title \
         'mean, 95 %'
if (narrow) { unset multiplot; exit } # the scores alone
unset label
set lmargin at screen 0.70
set rmargin at screen right_edge
lo = ratio_lo; hi = ratio_hi; least = ratio_least; letter = 'x'; scale = hi > 10 * lo ? 'log' : 'linear'; want = 5; load \
    here.'axis.gp'
set xlabel 'times the '.reported_name.' score' noenhanced offset 0, 0.4
set key at screen 0.70, from_top(0.895) left top horizontal Left reverse samplen 1.2 width -2 font small
set arrow 1 from 1, graph 0 to 1, graph 1 nohead lw 1.2 lc rgb '#333333' back
plot data u "training":(column("place") + 0.12):(ends("training_lower")):(ends("training_upper")) w xerrorbars pt 9 ps 0.9 * point_scale lw 1.3 lc \
    rgb orange title 'training', \
     data u "reported":(column("place") - 0.12):(ends("reported_lower")):(ends("reported_upper")) w xerrorbars pt 5 ps 0.8 * point_scale lw 1.3 lc rgb blue \
         title 'reported'
unset multiplot
