# Mean against median of the ten best of each generation, a colour a way of training, with the line that fits them: a line above the
# diagonal says that a few of the ten are far better than the others. Means over the seeds. Reads, of the statistics, mean_median.tsv.
chart = 'mean_median'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

data = base.'.tsv'
ways_most = 8
array way[ways_most]
all = 0; before = ''
stats data u (strcol('variant') ne before ? (all = all + 1, all <= ways_most ? (way[all] = strcol('variant')) : 0) : 0, before = \
    strcol('variant'), 0) nooutput
ways = min(all, ways_most)
# One scale for both axes, so that the diagonal is one.
eval forget
do for [what in 'mean median'] { stats data u (v = column(what), see(kind eq 'error' ? positive(v) : v)) nooutput }
both_lo = lo; both_hi = hi; both_least = least
letter = 'x'; scale = 'score'; want = 8; load here.'axis.gp'

# ---- Least squares, on the logarithms where the axes have them ----
bend(v) = axis_log == 0 ? v : v + (axis_log == 2) > 0 ? log(v + (axis_log == 2)) : NaN
unbend(v) = axis_log == 0 ? v : exp(v) - (axis_log == 2)
array slope[ways_most]; array level[ways_most]; array from[ways_most]; array to[ways_most]; array line_title[ways_most]
do for [k = 1:ways] {
    n = 0; sx = 0.0; sy = 0.0; sxx = 0.0; sxy = 0.0
    eval forget
    stats data u (x = bend(shown(column('median'))), y = bend(shown(column('mean'))), strcol('variant') eq way[k] && x - x == 0 && y - y == 0 ? \
        (n = n + 1, sx = sx + x, sy = sy + y, sxx = sxx + x * x, sxy = sxy + x * y, see(x)) : 0) nooutput
    spread_of = n > 0 ? sxx - sx * sx / n : 0
    slope[k] = spread_of > 0 ? (sxy - sx * sy / n) / spread_of : NaN
    level[k] = n > 0 ? sy / n - slope[k] * sx / n : NaN
    from[k] = unbend(lo); to[k] = unbend(hi)
    line_title[k] = short(way[k], 24).(slope[k] == slope[k] ? sprintf(': slope %.2f', slope[k]) : '')
}
title = name.': mean against median of the ten best of a generation'
subtitle = 'a point a generation, means over the seeds; lines: least squares'.(axis_log ? ' of the logarithms' : '').'; dashed: mean = median' \
    .(ways < all ? sprintf('; the first %d of %d', ways, all) : '')
eval headline
lo = both_lo; hi = both_hi; least = both_least; letter = 'x'; scale = 'score'; want = 8; load here.'axis.gp'
lo = both_lo; hi = both_hi; least = both_least; letter = 'y'; scale = 'score'; want = 7; load here.'axis.gp'
set lmargin at screen 0.092
set rmargin at screen 0.97
set tmargin at screen 0.86
set bmargin at screen 0.105
set key at graph 0.02, 0.98 left top Left reverse noenhanced
set xlabel 'median: '.score_label noenhanced
set label 1 'mean: '.score_label at screen 0.018, 0.495 center rotate noenhanced
set samples 200
of(k, what) = strcol('variant') eq way[k] ? shown(column(what)) : NaN
plot x w lines lc rgb grey lw 1.2 dt 2 notitle, \
     for [k = 1:ways] data u (of(k, 'median')):(of(k, 'mean')) w points pt 7 ps 0.7 * point_scale lc rgb hue[k] notitle, \
     for [k = 1:ways] (from[k] <= x && x <= to[k] ? unbend(level[k] + slope[k] * bend(x)) : NaN) w lines lc rgb hue[k] lw 2.2 title line_title[k]
