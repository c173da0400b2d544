# Tuned against untuned parameters on blocks that the search had not seen: one panel a problem and budget. Reads heldout.tsv.
chart = 'heldout'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/heldout.tsv'
parts_most = 100
usable(dummy) = (a = column('tuned'), b = column('untuned'), a - a == 0 && b - b == 0)
load here.'parts.gp'
# Who is better in more of n blocks, and in how many.
verdict(tuned, untuned, n) = tuned == untuned ? sprintf('a draw, %d : %d of %d', tuned, untuned, n) : \
    sprintf('%s better, %d : %d of %d', tuned > untuned ? 'tuned' : 'untuned', max(tuned, untuned), min(tuned, untuned), n)
won = 0; lost = 0; all = 0
stats table u (usable(0) ? (all = all + 1, won = won + (column('tuned') > column('untuned')), lost = lost + (column('tuned') < \
    column('untuned')), 0) : 0) nooutput
title = name.': on held-out blocks '.verdict(won, lost, all)
subtitle = first_of(panels, parts, '') \
    .'what each inner training reported in the end; boxes: quartiles and median; whiskers: extremes; lines join the two scores of a block'
cell_letters = 28; cell_lines = 9; head = 0.105; load here.'cells.gp'
eval headline

room_left = 0.062; room_right = 0.008; room_above = 0.115; room_below = 0.055
unset key
unset grid
set grid ytics
set boxwidth 0.42 absolute
set style boxplot fraction 1.0 medianlinewidth 3.2
set multiplot
do for [k = 1:panels] {
    load here.'panel.gp'
    # Rows where both have played; errors where no score is above 0.
    both(a, b) = is_part(k) && a - a == 0 && b - b == 0
    kind = 'error'; bottom = 0; n = 0; better = 0; equal = 0
    eval forget
    stats table u (a = column('tuned'), b = column('untuned'), both(a, b) ? (n = n + 1, better = better + (a > b), equal = \
        equal + (a == b), a > 0 || b > 0 ? (kind = 'count') : 0, 0) : 0) nooutput
    stats table u (a = column('tuned'), b = column('untuned'), both(a, b) ? see(shown(a)) + see(shown(b)) : 0) nooutput
    letter = 'y'; scale = 'score'; want = rows > 1 ? 4 : 8; load here.'axis.gp'
    set xrange [0.5:2.5]
    set xtics ('tuned' 1, 'untuned' 2) font ',11'
    middle = narrow ? cell_left + cell_width / 2 : panel_middle
    set label 1 short(part_name(k), columns > 1 ? 110 / columns : 80) at screen middle, above(0.085) center font ',13' noenhanced
    worse = n - better - equal
    set label 2 verdict(better, worse, n) at screen middle, above(0.054) center font ',11' textcolor rgb '#555555'
    set label 3 kind eq 'error' ? (floored ? 'error (0 at edge)' : 'error') : 'score, as reported' at screen panel_left - from_left(0.03), above(0.022) left font ',11'
    tuned = "(a = column('tuned'), b = column('untuned'), both(a, b) ? shown(a) : NaN)"
    untuned = "(a = column('tuned'), b = column('untuned'), both(a, b) ? shown(b) : NaN)"
    eval "plot table u (1.32):".tuned.":(0.36):(shown(b) - shown(a)) w vectors nohead lc rgb '#999999' lw 0.7, " \
        ."table u (1.32):".tuned." w points pt 7 ps 0.35 * point_scale lw 0.3 lc rgb '#999999', table u (1.68):".untuned." w points pt 7 " \
            ."ps 0.35 * point_scale lw 0.3 lc rgb '#999999', " \
        ."table u (1):".tuned." w boxplot lc rgb blue lw 1.6 fs transparent solid 0.3 border, table u (2):".untuned." w " \
            ."boxplot lc rgb vermilion lw 1.6 fs transparent solid 0.3 border"
    eval headless
}
unset multiplot
