# What trainings reach from nothing: mean rows over pieces and seconds, a point a seed. A colour is a line of the list. A line that has all its seeds has filled points and a bar at their median; others have open points. Dashes:
# what the median should be at least. Reads from_nothing.tsv, which bench/from_nothing.sh writes.
chart = 'from_nothing'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/from_nothing.tsv'
lines_most = 8
array line_name[lines_most]; array line_wanted[lines_most]; array line_seeds[lines_most]; array line_played[lines_most]
array median[lines_most]; array median_line[lines_most]; array line_title[lines_most]; array line_at[lines_most]; array line_point[lines_most]
lines = 0; seeds = 0
known(s) = lines == 0 ? 0 : sum [i = 1:lines] (line_name[i] eq s)
stats table u (seeds = seeds + 1, known(strcol('line')) || lines == lines_most ? 0 : (lines = lines + 1, line_name[lines] = \
    strcol('line'), line_wanted[lines] = column('wanted'), line_seeds[lines] = column('seeds')), see(column('score')) + \
    see(column('wanted'))) nooutput
on(i) = strcol('line') eq line_name[i] ? column('score') : NaN
played = 0
do for [i = 1:lines] {
    stats table u (on(i)) nooutput
    line_played[i] = int(STATS_records)
    complete = line_played[i] >= line_seeds[i]
    if (complete) { played = played + 1; median_line[played] = i; median[played] = STATS_median }
    line_point[i] = complete ? 7 : 6
    line_title[i] = line_name[i].(complete ? '' : sprintf(': %d of %d seeds', line_played[i], int(line_seeds[i])))
}
y_lo = lo; y_hi = hi; y_least = least
title = name.': what trainings reach from nothing'
subtitle = sprintf('%d trainings; points: mean rows of whole games; bars: medians, where all seeds are played; dashes: their ' \
    .'goals', seeds)
eval headline
set multiplot
set tmargin at screen 0.83
set bmargin at screen 0.115
do for [k = 1:2] {
    what = k == 1 ? 'pieces' : 'seconds'
    set lmargin at screen k == 1 ? 0.085 : 0.565
    set rmargin at screen k == 1 ? 0.485 : 0.965
    eval forget
    do for [i = 1:lines] { stats table u (on(i) == on(i) ? log(column(what)) : NaN) nooutput; line_at[i] = exp(STATS_mean) }
    stats table u (see(column(what))) nooutput
    lo = lo / 1.5; hi = hi * 1.5; least = least / 1.5
    letter = 'x'; scale = 'log'; want = 5; load here.'axis.gp'
    lo = y_lo; hi = y_hi; least = y_least; letter = 'y'; scale = 'log'; want = 8; load here.'axis.gp'
    set xlabel what.' of the search'
    if (k == 1) { set ylabel 'rows'; set key at screen 0.03, 0.9 left top horizontal Left reverse samplen 1.2 width -1 font ',10' maxrows 2 } else {
        unset ylabel; unset key }
    points = "for [i = 1:lines] table u (column(what)):(on(i)) w points pt line_point[i] ps 0.9 * point_scale lc rgb hue[i] " \
        ."title line_title[i] noenhanced"
    goals = ", for [i = 1:lines] '+' every ::0::0 u (line_at[i] / 1.3):(line_wanted[i]):(line_at[i] * 0.53):(0) w vectors nohead " \
        ."dt '-' lc rgb hue[i] lw 1.6 notitle"
    medians = played == 0 ? '' : ", for [i = 1:played] '+' every ::0::0 u (line_at[median_line[i]] / 1.3):(median[i]):" \
        ."(line_at[median_line[i]] * 0.53):(0) w vectors nohead lc rgb '#000000' lw 2.4 notitle"
    eval 'plot '.points.goals.medians
    eval headless
}
unset multiplot
