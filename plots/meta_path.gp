# Where a swarm went, over two or three of its coordinates: its positions, the way of its luckiest, and the result. Borders beyond which such swarms do not converge are in the run's borders.tsv. Reads
# positions.tsv, result.tsv and borders.tsv.
chart = 'meta_path'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

of_run = run; load here.'positions.gp'
panels = coordinates > 2 && !narrow ? 2 : 1
axis_name(i) = coordinates == 1 ? (i == 0 ? iteration : coordinate[1]) : coordinate[i + 1]
every_row = one_in(rows, hover eq '' ? 4000 : 2000)
moves = 0
stats positions u (improves(whole(0)) ? (moves = moves + 1, at = column(iteration), 0) : 0) nooutput
score = best

# ---- Which borders cross a panel; what is beyond the panel is left out ----
array border_name[8]
borders = 0
if (has_borders) {
    do for [i = 1:8] { border_name[i] = '' }
    stats run.'/borders.tsv' u (borders == 0 || border_name[borders] ne strcol('border') ? (i = 1, borders = borders + 1, \
        border_name[borders] = strcol('border'), 0) : 0) nooutput
}
title = name.': path of the swarm'
subtitle = number(rows).' positions; line: the '.luckiest.', last in iteration '.number(at).' with a score of ' \
    .''.number(score).(borders > 0 ? '; curves: where swarms stop converging' : '')
eval headline

set cbrange [first_iteration:last_iteration > first_iteration ? last_iteration : first_iteration + 1]
set cbtics last_iteration > first_iteration ? max(1, near((last_iteration - first_iteration) / 6.0)) : 1
set style fill solid 1 noborder
set style textbox opaque fillcolor rgb '#d8ffffff' noborder margins 0.6, 0.4
set style arrow 1 head filled size screen 0.009, 18 linecolor rgb '#202020' linewidth 1.5
set multiplot
panel_top = from_top(narrow && borders > 1 ? 0.78 : 0.83); panel_bottom = from_bottom(0.11)
set tmargin at screen panel_top
set bmargin at screen panel_bottom
do for [k = 1:panels] {
    set lmargin at screen k == 1 ? from_left(0.07) : 0.52
    set rmargin at screen panels == 1 ? from_right(0.885) : k == 1 ? 0.435 : from_right(0.885)
    x_name = axis_name(0); y_name = axis_name(k)
    eval forget
    stats positions u (see(column(x_name))) nooutput
    x_lo = lo; x_hi = hi
    eval forget
    stats positions u (see(column(y_name))) nooutput
    y_lo = lo; y_hi = hi
    n = 0
    best = NaN
    stats positions u (improves(whole(0)) ? (n = n + 1, end_x = column(x_name), end_y = column(y_name), n == 1 ? (start_x = \
        end_x, start_y = end_y) : 0, 0) : 0) nooutput
    chosen_x = NaN; chosen_y = NaN
    if (has_result && coordinates > 1) { stats run.'/result.tsv' u (chosen_x = column(x_name), chosen_y = column(y_name), 0) \
        nooutput }
    lo = y_lo; hi = y_hi; letter = 'y'; scale = 'linear'; want = 8; load here.'axis.gp'
    y_lo = axis_lo; y_hi = axis_hi
    lo = x_lo; hi = x_hi; letter = 'x'; scale = 'linear'; want = 6; load here.'axis.gp'
    x_lo = axis_lo; x_hi = axis_hi
    set xlabel coordinates == 1 ? 'iteration' : plain(x_name) noenhanced
    set ylabel plain(y_name) noenhanced offset 0.5
    if (k == panels) {
        set colorbox user origin from_right(0.91), panel_bottom size from_left(0.014), panel_top - panel_bottom noborder
        set cblabel 'iteration' offset 0.3
    } else { unset colorbox }
    set key at graph 0, screen from_top(0.893) left top horizontal Left reverse samplen 1.2 width -2.5 font ',11'
    if (k > 1) { unset key }
    # The labels of start and best stand on the side where there is room, one above and one below, so that they do not meet.
    up = start_y < end_y ? -0.9 : 0.9
    beside(x) = (x - x_lo) / (x_hi - x_lo) > 0.8 ? 'right offset char -1.4, %g' : 'left offset char 1.4, %g'
    mark = " boxed front point pt 6 ps 1.9 * point_scale lw 2 lc rgb '#202020' "
    eval 'set label 10 "start" at start_x, start_y'.mark.sprintf(beside(start_x), up)
    eval 'set label 11 "'.(kind eq 'error' ? 'best' : 'luckiest').'" at end_x, end_y'.mark.sprintf(beside(end_x), -up)
    points = "positions every every_row u (column(x_name)):(column(y_name)):(column(iteration)) w points pt 7 ps 0.75 * point_scale " \
        ."palette notitle"
    inside(x, y) = x >= x_lo && x <= x_hi && y >= y_lo && y <= y_hi ? y : NaN
    curves = ''
    do for [i = 1:borders] {
        curves = curves.sprintf(", run.'/borders.tsv' u (strcol('border') eq border_name[%d] && strcol('x') eq x_name && " \
            ."strcol('y') eq y_name ? column('at_x') : NaN):(inside(column('at_x'), column('at_y'))) w lines lc rgb hue[%d] " \
            ."lw 2 title border_name[%d]", i, i == 1 ? 2 : 4, i)
    }
    # From each best to the next.
    px = NaN; py = NaN; ox = NaN; oy = NaN; best = NaN
    step = "improves(whole(0)) ? (ox = px, oy = py, px = column(x_name), py = column(y_name), ox) : NaN"
    path = moves > 1 ? ", positions u (".step."):(oy):(px - ox):(py - oy) w vectors arrowstyle 1 notitle" : ''
    chosen = chosen_x == chosen_x && chosen_y == chosen_y ? \
        ", '+' every ::0::0 u (chosen_x):(chosen_y) w points pt 2 ps 1.5 * point_scale lw 2.2 lc rgb vermilion title 'chosen'" : ''
    eval 'plot '.points.curves.path.chosen
    eval headless
}
unset multiplot
