# Tuned against untuned parameters on blocks that the search had not seen: one panel a problem and budget. Reads heldout.tsv.
chart = 'heldout'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/heldout.tsv'
parts_most = 32
usable(dummy) = (a = column('tuned'), b = column('untuned'), a - a == 0 && b - b == 0)
load here.'parts.gp'
# Who is better in more of n blocks, and in how many.
verdict(tuned, untuned, n) = tuned == untuned ? sprintf('a draw, %d : %d of %d', tuned, untuned, n) : \
    sprintf('%s better, %d : %d of %d', tuned > untuned ? 'tuned' : 'untuned', max(tuned, untuned), min(tuned, untuned), n)
won = 0; lost = 0; all = 0
stats table u (usable(0) ? (all = all + 1, won = won + (column('tuned') > column('untuned')), lost = lost + (column('tuned') < \
    column('untuned')), 0) : 0) nooutput
title = name.': on held-out blocks '.verdict(won, lost, all)
subtitle = 'boxes: quartiles and median; whiskers: extremes; lines join the two scores of a block; less error or a higher ' \
    .'score is better' \
         . (panels < parts ? sprintf('; the first %d of %d', panels, parts) : '')
eval headline

columns = panels <= 4 ? panels : panels <= 12 ? (panels + 1) / 2 : panels <= 21 ? (panels + 2) / 3 : (panels + 3) / 4
small = panels > 12
page_width = 0.985; page_height = 0.88; page_top = 0.895; room_left = min(0.062, 0.413 / columns); room_right = 0.008
room_above = small ? 0.058 : 0.115; room_below = small ? 0.04 : 0.055
side_font = small ? ',7' : panels > 8 ? ',9' : ',11'
name_font = small ? ',9' : ',13'; note_font = small ? ',8' : ',11'
if (small) { set tics font ',8' }
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
    letter = 'y'; scale = 'score'; want = small ? 2 : columns < panels ? 4 : 8; load here.'axis.gp'
    set xrange [0.5:2.5]
    set xtics ('tuned' 1, 'untuned' 2) font side_font offset 0, small ? 0.6 : 0
    set label 1 short(part_name(k), columns > 1 ? 110 / columns : 80) at screen panel_middle, panel_top + (small ? 0.042 : \
        0.085) center font name_font noenhanced
    worse = n - better - equal
    set label 2 small && better != worse ? sprintf('%s %d : %d', better > worse ? 'tuned' : 'untuned', max(better, worse), \
        min(better, worse)) : verdict(better, worse, n) at screen panel_middle, panel_top + (small ? 0.018 : 0.054) center font note_font textcolor rgb '#555555'
    if (!small) { set label 3 kind eq 'error' ? (floored ? 'error (0 at edge)' : 'error') : 'score' at screen panel_left, \
        panel_top + 0.022 center font note_font }
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
