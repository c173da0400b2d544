# Inner trainings before and after tuning: medians and quartiles of the leader's score, one panel a problem and budget. Reads
# curves.tsv.
chart = 'curves'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/curves.tsv'
parts_most = 100
usable(dummy) = 1
load here.'parts.gp'
title = name.': inner trainings before and after tuning'
subtitle = first_of(panels, parts, ' problems and budgets') \
    .'leader as its training sees it, over its course: medians and quartiles of the held-out blocks'
cell_letters = 32; cell_lines = 8; head = 0.12; load here.'cells.gp'
eval headline

room_left = 0.066; room_right = 0.012; room_above = 0.035; room_below = 0.075
unset key
set multiplot
do for [k = 1:panels] {
    load here.'panel.gp'
    kind = 'count'; bottom = 0
    eval forget
    do for [what in 'tuned_median untuned_median'] { stats table u (is_part(k) && column(what) < 0 ? (kind = 'error') : 0, 0) \
        nooutput }
    do for [what in 'tuned_q25 tuned_median tuned_q75 untuned_q25 untuned_median untuned_q75'] {
        stats table u (v = column(what), is_part(k) ? see(kind eq 'error' ? positive(v) : v) : 0) nooutput
    }
    letter = 'y'; scale = 'score'; want = rows > 1 ? 3 : 6; load here.'axis.gp'
    set xrange [0:1]
    set xtics 0, columns > 2 ? 0.5 : 0.25
    set label 1 short(part_name(k), 30) at screen panel_left, above(0.02) left font ',10' noenhanced
    set label 2 kind eq 'error' ? 'error' : 'score' at screen cell_left + 0.006, (panel_top + panel_bottom) / 2 center rotate font ',10' noenhanced
    if (k + columns > panels) { set xlabel 'share of the budget' offset 0, 0.5 font ',10' } else { unset xlabel }
    of(what) = is_part(k) ? shown(column(what)) : NaN
    at(k) = is_part(k) ? column('share') : NaN
    plot table u (at(k)):(of('untuned_q25')):(of('untuned_q75')) w filledcurves lc rgb vermilion fs transparent solid 0.15 \
        notitle, \
         table u (at(k)):(of('tuned_q25')):(of('tuned_q75')) w filledcurves lc rgb blue fs transparent solid 0.15 notitle, \
         table u (at(k)):(of('untuned_median')) w lines lc rgb vermilion lw 2 notitle, \
         table u (at(k)):(of('tuned_median')) w lines lc rgb blue lw 2 notitle
    eval headless
}
key_left = min(0.85, 0.98 - 26 * letter_width); key_top = from_top(0.925); load here.'key.gp'
plot NaN notitle, keyentry w lines lc rgb vermilion lw 2 title 'untuned', keyentry w lines lc rgb blue lw 2 title 'tuned'
unset multiplot
