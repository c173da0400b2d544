# Mean against median of the ten best of each generation, a colour a way of training, with the line of least squares: the steeper it is
# above the diagonal, the more few of the ten are ahead. Means over the seeds. Reads, of the statistics, mean_median.tsv and, where
# has_fit is 1, mean_median_fit.tsv.
chart = 'mean_median'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

data = base.'.tsv'
ways_most = 8
array way[ways_most]; array slope[ways_most]; array level[ways_most]; array from[ways_most]; array to[ways_most]; array line_title[ways_most]
all = 0; before = ''
stats data u (strcol('variant') ne before ? (all = all + 1, all <= ways_most ? (way[all] = strcol('variant')) : 0) : 0, before = \
    strcol('variant'), 0) nooutput
ways = min(all, ways_most)
of(k, what) = strcol('variant') eq way[k] ? shown(column(what)) : NaN
do for [k = 1:ways] {
    slope[k] = NaN; level[k] = NaN
    if (has_fit) { stats base.'_fit.tsv' u (strcol('variant') eq way[k] ? (slope[k] = column('slope'), level[k] = \
        (kind eq 'error' ? -1 : 1) * column('intercept'), 0) : 0) nooutput }
    eval forget
    stats data u (see(of(k, 'median'))) nooutput
    from[k] = lo; to[k] = hi
    line_title[k] = short(way[k], 24).(slope[k] == slope[k] ? sprintf(': slope %.2f', slope[k]) : '')
}
# One scale for both axes, on which lines are straight.
eval forget
do for [what in 'mean median'] { do for [k = 1:ways] { stats data u (see(of(k, what))) nooutput } }
both_lo = lo; both_hi = hi; both_scale = kind eq 'difference' ? 'linear' : 'zero'
letter = 'x'; scale = both_scale; want = 8; load here.'axis.gp'
lo = both_lo; hi = both_hi; letter = 'y'; scale = both_scale; want = 7; load here.'axis.gp'

title = name.': mean against median of the ten best of a generation'
subtitle = 'a point a generation, means over the seeds'.(has_fit ? '; lines: least squares' : '').'; dashed: mean = median' \
    .(ways < all ? sprintf('; the first %d of %d', ways, all) : '')
eval headline
set lmargin at screen left_edge
set rmargin at screen from_right(0.97)
set tmargin at screen from_top(0.86)
set bmargin at screen from_bottom(0.105)
set key at graph 0.02, 0.98 left top Left reverse noenhanced
what_of = kind eq 'error' ? 'error' : score_noun.a_play
set xlabel 'median, '.what_of noenhanced
set label 1 'mean, '.what_of at screen from_left(0.018), 0.495 center rotate noenhanced
set samples 200
plot x w lines lc rgb grey lw 1.2 dt 2 notitle, \
     for [k = 1:ways] data u (of(k, 'median')):(of(k, 'mean')) w points pt 7 ps 0.7 * point_scale lc rgb hue[k] notitle, \
     for [k = 1:ways] (from[k] <= x && x <= to[k] ? level[k] + slope[k] * x : NaN) w lines lc rgb hue[k] lw 2.2 title line_title[k]
