# Inner trainings before and after tuning: medians and quartiles of the leader's score, and beside them those of the reported score;
# one panel a problem and budget. Reads curves.tsv and heldout.tsv.
chart = 'curves'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/curves.tsv'; heldout = run.'/heldout.tsv'
parts_most = 100
usable(dummy) = 1
load here.'parts.gp'
title = name.': inner trainings before and after tuning'
subtitle = first_of(panels, parts, ' problems and budgets') \
    .'medians and quartiles of the held-out blocks; a score in training is overstated'.(has_heldout ? ', the reported one is of new games' : '')
cell_letters = 32; cell_lines = 8; head = 0.155; load here.'cells.gp'
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
    # What was reported: quartiles and median, on the scale of the curves.
    if (has_heldout) { do for [what in 'tuned untuned'] {
        stats heldout u (v = column(what), is_part(k) && v - v == 0 ? shown(v) : NaN) nooutput
        eval sprintf('%s_lo = STATS_lo_quartile; %s_mid = STATS_median; %s_hi = STATS_up_quartile', what, what, what)
        ignored = see(value(what.'_lo')) + see(value(what.'_hi'))
    } }
    letter = 'y'; scale = 'score'; want = rows > 1 ? 3 : 6; load here.'axis.gp'
    set xrange [0:has_heldout ? 1.12 : 1]
    set xtics 0, columns > 2 ? 0.5 : 0.25
    set label 1 short(part_name(k), 30) at screen panel_left, above(0.02) left font small noenhanced
    set label 2 kind eq 'error' ? 'error' : 'score' at screen cell_left + from_left(0.006), (panel_top + panel_bottom) / 2 center rotate font small noenhanced
    if (k + columns > panels) { set xlabel 'share of the budget' offset 0, 0.5 font small } else { unset xlabel }
    of(what) = is_part(k) ? shown(column(what)) : NaN
    at(k) = is_part(k) ? column('share') : NaN
    reported(what, x, colour) = sprintf(", '+' every ::0::0 u (%g):(%s_lo):(0):(%s_hi - %s_lo) w vectors nohead lw 4 lc rgb '#80%s' " \
        ."notitle, '+' every ::0::0 u (%g):(%s_mid) w points pt 7 ps 0.8 * point_scale lc rgb '#%s' notitle", x, what, what, what, colour, x, what, colour)
    eval "plot table u (at(k)):(of('untuned_q25')):(of('untuned_q75')) w filledcurves lc rgb vermilion fs transparent solid 0.15 notitle, " \
        ."table u (at(k)):(of('tuned_q25')):(of('tuned_q75')) w filledcurves lc rgb blue fs transparent solid 0.15 notitle, " \
        ."table u (at(k)):(of('untuned_median')) w lines lc rgb vermilion lw 1.4 notitle, " \
        ."table u (at(k)):(of('tuned_median')) w lines lc rgb blue lw 1.4 notitle" \
        .(has_heldout ? reported('untuned', 1.045, vermilion[2:*]).reported('tuned', 1.085, blue[2:*]) : '')
    eval headless
}
key_left = from_left(0.03); key_top = from_top(0.905); load here.'key.gp'
plot NaN notitle, keyentry w lines lc rgb vermilion lw 1.4 title 'untuned, in training', keyentry w lines lc rgb blue lw 1.4 title \
    'tuned, in training', keyentry w points pt 7 ps has_heldout ? 0.8 * point_scale : 0 lc rgb grey title has_heldout ? 'reported' : ''
unset multiplot
