# The coordinates of a search over its iterations: candidates, the luckiest so far, and the result; weights times the standard deviation
# of their features, where that was measured. Reads positions.tsv, result.tsv and features.tsv.
chart = 'weights'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

of_run = run; load here.'positions.gp'
panels = min(coordinates, 100)
iterations = |most_games|
every_row = one_in(iterations, 600)
array number_of[iterations]; array mean[iterations]; array sd[iterations]; array least_of[iterations]; array most_of[iterations]
# A weight counts as much as its feature varies: by the last measurement, whose unit all iterations then share.
array deviation[coordinates]
do for [k = 1:coordinates] { deviation[k] = 1.0 }
measured = NaN; last_measured = NaN
if (has_features) {
    table = run.'/features.tsv'
    stats table u (last_measured = column(iteration), measured = measured == measured ? measured : last_measured, 0) nooutput
    do for [k = 1:coordinates] { feature = coordinate[k]; stats table u (v = column(feature), v - v == 0 ? (deviation[k] = v) : 0, 0) nooutput }
}
title = name.': what the search tries'
subtitle = first_of(panels, coordinates, '').(measured == measured ? sprintf('weight × standard deviation of its feature (iteration %d); dotted: first measurement', last_measured) : \
    'each coordinate of the candidates').'; dot and number: chosen'
cell_letters = 30; cell_lines = 8; head = 0.155 + 0.037 * ((5 - 1) / key_columns(15)); load here.'cells.gp'
eval headline

# All panels have one scale, that of the iterations after the first measurement: until then the length of the weights is another one.
all_lo = NaN; all_hi = NaN
if (measured == measured) {
    eval forget
    do for [k = 1:panels] { stats positions u (column(iteration) > measured ? see(deviation[k] * column(before_coordinates + k)) : 0) nooutput }
    all_lo = lo; all_hi = hi
}
room_left = 0.058; room_right = 0.012; room_above = 0.035; room_below = 0.085
unset key
set multiplot
set style fill transparent solid 0.15 noborder
do for [k = 1:panels] {
    load here.'panel.gp'
    feature = coordinate[k]; unit = deviation[k]
    eval forget
    do for [i = 1:iterations] { number_of[i] = 0; mean[i] = 0.0; sd[i] = 0.0; least_of[i] = 1e308; most_of[i] = -1e308 }
    # Welford's running mean and sum of squares.
    stats positions u (v = unit * column(feature), i = index_of(column(iteration)), v - v == 0 ? (see(v), number_of[i] = number_of[i] \
        + 1, d = v - mean[i], \
        mean[i] = mean[i] + d / number_of[i], sd[i] = sd[i] + d * (v - mean[i]), least_of[i] = min(least_of[i], v), most_of[i] \
            = max(most_of[i], v), 0) : 0) nooutput
    do for [i = 1:iterations] {
        sd[i] = number_of[i] > 1 ? sqrt(sd[i] / (number_of[i] - 1)) : 0
        if (number_of[i] == 0) { mean[i] = NaN; least_of[i] = NaN; most_of[i] = NaN }
    }
    best = NaN; held = NaN
    array best_of[iterations]
    stats positions u (improves(whole(0)) ? (held = unit * column(feature)) : 0, best_of[index_of(column(iteration))] = held, 0) nooutput
    chosen = NaN
    if (has_result) { stats run.'/result.tsv' u (chosen = unit * column(feature), 0) nooutput; ignored = see(chosen) }
    if (all_lo < all_hi) { lo = all_lo; hi = all_hi }
    letter = 'y'; scale = 'linear'; want = rows > 2 ? 3 : 5; load here.'axis.gp'
    lo = first_iteration; hi = last_iteration; letter = 'x'; scale = 'exact'; want = min(columns > 3 ? 3 : 5, max(iterations - 1, 2)); load here.'axis.gp'
    load here.'room.gp'
    chosen_text = chosen == chosen ? '  '.number(chosen) : ''
    set label 1 short(plain(feature), int(1.1 * page_width / columns / letter_width) - strlen(chosen_text)).chosen_text at screen panel_left, \
        above(0.02) left font small noenhanced
    if ((k - 1) / columns == (panels - 1) / columns || k + columns > panels) { set xlabel 'iteration' offset 0, 0.4 } else { \
        unset xlabel }
    if (measured == measured) { set arrow 1 from measured, graph 0 to measured, graph 1 nohead dt 3 lc rgb black lw 1.4 }
    of(i) = first_iteration + i - 1
    set datafile nocolumnheaders; set datafile separator whitespace
    plot least_of every every_row u (of($1)):2:(most_of[int($1)]) w filledcurves lc rgb blue fs transparent solid 0.13 notitle, \
         mean every every_row u (of($1)):(max($2 - sd[int($1)], least_of[int($1)])):(min($2 + sd[int($1)], most_of[int($1)])) w \
             filledcurves lc rgb blue fs transparent solid 0.28 notitle, \
         mean every every_row u (of($1)):2 w lines lc rgb blue lw 1.8 notitle, \
         best_of u (of($1)):2 w steps lc rgb vermilion lw 1 notitle, \
         '+' every ::0::0 u (beyond):(chosen) w points pt 7 ps 0.9 * point_scale lc rgb black notitle
    set datafile columnheaders; set datafile separator "\t"
    eval headless
}
key_left = from_left(0.03); key_top = from_top(0.905); load here.'key.gp'
plot NaN notitle, keyentry w filledcurves lc rgb blue fs transparent solid 0.13 title 'range', keyentry w filledcurves lc rgb \
    blue fs transparent solid 0.28 title 'mean ± sd', \
     keyentry w lines lc rgb blue lw 1.8 title 'mean', keyentry w lines lc rgb vermilion lw 1 title luckiest, keyentry w \
         points pt 7 ps 0.9 * point_scale lc rgb black title 'chosen'
unset multiplot
