# What trainings reach from nothing: mean rows of whole games over the pieces, and over the seconds, of the training, a colour a line
# of the list, a point a seed; bars: what the median should be at least. Reads from_nothing.tsv, which bench/from_nothing.sh writes.
chart = 'from_nothing'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/from_nothing.tsv'
lines_most = 8
array line_name[lines_most]; array line_wanted[lines_most]
lines = 0; seeds = 0
known(s) = lines == 0 ? 0 : sum [i = 1:lines] (line_name[i] eq s)
stats table u (seeds = seeds + 1, known(strcol('line')) || lines == lines_most ? 0 : (lines = lines + 1, line_name[lines] = \
    strcol('line'), line_wanted[lines] = column('wanted')), see(column('score')) + see(column('wanted'))) nooutput
y_lo = lo; y_hi = hi; y_least = least
title = name.': what trainings reach from nothing'
subtitle = sprintf('%d trainings; points: mean rows of whole games, one a seed; bars: what the median should be at least', seeds)
eval headline
set multiplot
set tmargin at screen 0.83
set bmargin at screen 0.115
do for [k = 1:2] {
    what = k == 1 ? 'pieces' : 'seconds'
    set lmargin at screen k == 1 ? 0.085 : 0.565
    set rmargin at screen k == 1 ? 0.485 : 0.965
    eval forget
    stats table u (see(column(what))) nooutput
    lo = lo / 1.5; hi = hi * 1.5; least = least / 1.5
    letter = 'x'; scale = 'log'; want = 5; load here.'axis.gp'
    lo = y_lo; hi = y_hi; least = y_least; letter = 'y'; scale = 'log'; want = 8; load here.'axis.gp'
    set xlabel what.' of the training'
    if (k == 1) { set ylabel 'rows'; set key at screen 0.03, 0.9 left top horizontal Left reverse samplen 1.4 font ',11' } else {
        unset ylabel; unset key }
    on(i) = strcol('line') eq line_name[i] ? column('score') : NaN
    plot for [i = 1:lines] table u (column(what)):(on(i)) w points pt 7 ps 0.9 * point_scale lc rgb hue[i] title line_name[i] noenhanced, \
         for [i = 1:lines] table u (column(what) / 1.25):(on(i) == on(i) ? line_wanted[i] : NaN):(column(what) * 0.45):(0) w vectors \
             nohead lc rgb hue[i] lw 1.6 notitle
    eval headless
}
unset multiplot
