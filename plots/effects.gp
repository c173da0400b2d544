# What each tuned key of a meta search matters by itself. How far above the mean of its iteration a position scores, by the value of a
# choice or the quartile of a number; points are means with their standard errors, on the right the share of the variance that the key
# explains and its p. Reads, of the statistics, effects.tsv.
chart = 'effects'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = base.'.tsv'
stats table u (0) nooutput
rows = int(STATS_records)
array label[rows]; array key[rows]; array share[rows]; array p[rows]
r = 0; longest = 0
stats table u (r = r + 1, label[r] = strcol('level'), key[r] = column('key'), share[r] = column('share'), p[r] = column('p'), \
    m = column('mean'), s = column('sem'), s = s - s == 0 ? s : 0, m - m == 0 ? see(m - s) + see(m + s) : 0) nooutput
do for [r = 1:rows] { label[r] = short(label[r], 40); longest = max(longest, strlen(label[r])) }
title = name.': what each key matters by itself'
subtitle = sprintf('%d positions, each against the mean of its iteration; all keys together explain %.0f %%', positions_scored, \
    100 * fitted)
right = min(0.8, 0.97 - 18 * letter_width); load here.'rows.gp'
if (lo > hi) { lo = -1; hi = 1 }
letter = 'x'; scale = 'linear'; want = 7; load here.'axis.gp'
set xlabel 'score above the mean of the iteration' noenhanced
set arrow 1 from 0, graph 0 to 0, graph 1 nohead dt 2 lc rgb '#555555'
do for [r = 1:rows] {
    first_of = r == 1 ? 1 : key[r] != key[r - 1]
    if (first_of) { set label 2000 + r sprintf('%.1f %%', 100 * share[r]).(p[r] - p[r] == 0 ? sprintf('  p = %.2g', p[r]) : '') at \
        screen right + 0.015, first r left textcolor rgb '#555555' }
    if (first_of && r > 1) { set arrow 1 + r from graph 0, first r - 0.5 to graph 1, first r - 0.5 nohead lc rgb '#cccccc' }
}
set label 1 'explains' at screen right + 0.015, from_top(0.875) left textcolor rgb '#555555'
end_of(sign) = column('mean') + sign * (strcol('sem') eq 'NaN' ? 0 : column('sem')) # a value that was tried once has no error
plot table u (column('mean')):(column(0) + 1):(end_of(-1)):(end_of(1)) w xerrorbars pt 7 ps 0.9 * point_scale lw 1.5 lc rgb blue
