# Maps over two parameters: medians over the seeds, published settings, borders of stability, the path of a search. Reads, of the statistics, landscape.tsv and landscape_parts.tsv; of the run presets.tsv and
# borders.tsv; positions.tsv of the search.
chart = 'landscape'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = base.'.tsv'
eval look
x_name = word(header, 1); y_name = word(header, 2)
stats base.'_parts.tsv' u (0) nooutput
panels = int(STATS_records)
array part_label[panels]; array part_errors[panels]
k = 0
stats base.'_parts.tsv' u (k = k + 1, part_label[k] = strcol('part'), part_errors[k] = int(column('errors')), 0) nooutput

# ---- Axes end half a cell beyond the points, for a cell is drawn around its point ----
grid = table
half_cell = "next = 1e308; stats grid u (v = column(which), v > lo && v < next ? (next = v) : 0, 0) nooutput; half = next < " \
    ."1e308 ? (next - lo) / 2 : 0.5"
eval forget
which = x_name; stats grid u (n = column(0) + 1, see(column(x_name))) nooutput
eval half_cell
x_lo = lo - half; x_hi = hi + half
eval forget
which = y_name; stats grid u (see(column(y_name))) nooutput
eval half_cell
y_lo = lo - half; y_hi = hi + half

# ---- Published settings, each once ----
array px[64]; array py[64]; array pname[64]
points = 0
twin(x, y) = points == 0 ? 0 : sum [i = 1:points] (abs(px[i] - x) < 1e-3 && abs(py[i] - y) < 1e-3)
inside(x, y) = x >= x_lo && x <= x_hi && y >= y_lo && y <= y_hi
enter(label, x, y) = !inside(x, y) || twin(x, y) || points == 63 ? 0 : (points = points + 1, px[points] = x, py[points] = y, \
    pname[points] = short(label, 24), 0)
eval forget
if (has_presets) { stats run.'/presets.tsv' u (enter(strcol('preset'), column(x_name), column(y_name))) nooutput }

# A coordinate of several keys, as cognitive+social, gives all of them one value.
tied(text) = (found = strstrt(text, '+')) == 0 ? plain(text) : tied(text[1:found - 1].' = '.text[found + 1:*])

array border_name[8]
borders = 0
if (has_borders) {
    do for [i = 1:8] { border_name[i] = '' }
    stats run.'/borders.tsv' u (strcol('x') eq x_name && strcol('y') eq y_name && (borders == 0 || border_name[max(borders, 1)] \
        ne strcol('border')) ? (borders = borders + 1, border_name[borders] = strcol('border'), 0) : 0) nooutput
}
# ---- The path: keys that are tied in a coordinate of the map, as in optimiser.cognitive+social, count by their mean where the
# search moved over each of them. What is evaluated below has the numbers of columns, never their names ----
if (path_run ne '' && has_path) {
    of_run = path_run; has_blocks = 1; load here.'positions.gp'
    array path_of[2]
    do for [i = 1:2] {
        coordinate_name = i == 1 ? x_name : y_name
        dot = strstrt(coordinate_name, '.'); path_of[i] = ''; keys = 0; key = ''
        do for [j = dot + 1:strlen(coordinate_name) + 1] {
            sign = j > strlen(coordinate_name) ? '+' : coordinate_name[j:j]
            if (sign ne '+') { key = key.sign; continue }
            key = coordinate_name[1:dot].key
            if (column_number(key) == 0 && column_number(coordinate_name) == 0) { has_path = 0 }
            path_of[i] = path_of[i].sprintf('%scolumn(%d)', keys > 0 ? ' + ' : '', column_number(key)); keys = keys + 1; key = ''
        }
        path_of[i] = column_number(coordinate_name) > 0 ? sprintf('column(%d)', column_number(coordinate_name)) : \
            sprintf('(%s) / %d', path_of[i], keys)
    }
    if (has_path) { path_x = path_of[1]; path_y = path_of[2] }
}
if (path_run ne '' && !has_path) { print path_run.'/positions.tsv: has no path over the coordinates of the map' }
title = sprintf('%s: %d settings on a grid', name, n)
subtitle = first_of(panels, parts_in_all, ' problems and budgets').'colour: median over the seeds; square: best of the grid'.(points > 0 ? '; circles: published' : '').(has_path ? \
    '; black: path of the search' : '')
cell_letters = 60; cell_lines = 11; head = 0.13 + (narrow ? 0.05 : 0); load here.'cells.gp'
eval headline

room_left = 0.06; room_right = 0.085; room_above = 0.03; room_below = 0.085
set style fill solid 1 noborder
set style textbox opaque fillcolor rgb '#60ffffff' noborder margins 0.4, 0.3
unset grid
unset key
set multiplot
do for [k = 1:panels] {
    load here.'panel.gp'
    errors = part_errors[k]
    level = NaN
    better(v) = v == v && (level != level || (errors ? v < level : v > level))
    eval forget
    stats grid u (v = column('median_'.k), better(v) ? (level = v, best_x = column(x_name), best_y = column(y_name)) : 0, \
        see(v)) nooutput
    flat = !(lo < hi)
    lo = x_lo; hi = x_hi; letter = 'x'; scale = 'exact'; want = columns > 1 ? 4 : 6; load here.'axis.gp'
    lo = y_lo; hi = y_hi; letter = 'y'; scale = 'exact'; want = rows > 1 ? 5 : 8; load here.'axis.gp'
    set xlabel tied(x_name) noenhanced offset 0, 0.4
    set ylabel tied(y_name) noenhanced offset narrow ? -0.4 : 0.8
    set colorbox user origin panel_right + from_left(0.012), panel_bottom size from_left(0.011), panel_top - panel_bottom noborder
    if (flat) { set cbrange [level - 1:level + 1] } else { set autoscale cb }
    if (panels == 1) { set cblabel errors ? 'log10 of the median error' : 'log10 of 1 + the median score' offset 0.3 }
    set label 1 sprintf('%s: best %s at %s, %s', part_label[k], number(10**level - (errors ? 0 : 1)), number(best_x), \
        number(best_y)) at screen panel_left, above(0.018) left font panels == 1 ? ',12' : small noenhanced
    within(v, low, high) = v < low ? low : v > high ? high : v
    curves = ''
    do for [i = 1:borders] {
        curve = sprintf(", run.'/borders.tsv' u (strcol('border') eq border_name[%d] && strcol('x') eq x_name && " \
            ."strcol('y') eq y_name ? column('at_x') : NaN):(inside(column('at_x'), column('at_y')) ? column('at_y') : NaN) " \
            ."w lines ", i)
        if (i == 1) { curves = curves.curve."lc rgb '#ffffff' lw 2.4 dt 2 notitle" }
        curves = curves.curve.sprintf("lc rgb hue[%d] lw 2 notitle", i == 1 ? 2 : 4)
    }
    map = "grid u (column(x_name)):(column(y_name)):(column('median_'.k)) w image notitle"
    published = points == 0 ? '' : \
        ", for [i = 1:points] '+' every ::0::0 u (px[i]):(py[i]) w points pt 6 ps 1.3 * point_scale lw 2.2 lc rgb '#ffffff' notitle, for " \
            ."[i = 1:points] '+' every ::0::0 u (px[i]):(py[i]) w points pt 6 ps 1.1 * point_scale lw 1 lc rgb '#000000' notitle"
    to_x = NaN; to_y = NaN; from_x = NaN; from_y = NaN
    step = has_path ? \
        "improves(whole(0)) ? (from_x = to_x, from_y = to_y, to_x = within(".path_x.", x_lo, x_hi), to_y = " \
            ."within(".path_y.", y_lo, y_hi), " : ''
    way = has_path ? \
        ", positions u (".step."from_x) : NaN):(from_y):(to_x - from_x):(to_y - from_y) w vectors nohead dt 1 lc rgb " \
            ."'#000000' lw 1.4 notitle" : ''
    stops = has_path ? \
        ", positions u (best = column(0) == 0 ? NaN : best, ".step."to_x) : NaN):(to_y) w points pt 7 ps 0.5 * point_scale lc rgb " \
            ."'#000000' notitle" : ''
    best = NaN
    mark = ", '+' every ::0::0 u (best_x):(best_y) w points pt 4 ps 1.6 * point_scale lw 2.2 lc rgb '#ff3030' notitle"
    if (panels == 1) { load here.'labels.gp' }
    eval 'plot '.map.curves.published.way.stops.mark
    eval headless
}
if (borders > 0) {
    key_left = max(from_left(0.02), 0.96 - 62 * letter_width); key_top = from_top(0.905); load here.'key.gp'
    plot NaN notitle, for [i = 1:borders] keyentry w lines lc rgb hue[i == 1 ? 2 : 4] lw 2 title border_name[i]
}
unset multiplot
