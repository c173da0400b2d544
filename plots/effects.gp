# What each tuned key of a meta search matters by itself. How far above the mean of its iteration a position scores, by the value of a
# choice or the quartile of a number; points are means with their standard errors, on the right the share of the variance that the key
# explains and its p. Reads, of the statistics, effects.tsv.
chart = 'effects'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = base.'.tsv'
stats table u (0) nooutput
all = int(STATS_records)
rows = min(all, 48)
array label[all]; array key[all]; array share[all]; array p[all]
r = 0; longest = 0
stats table u (r = r + 1, label[r] = strcol('level'), key[r] = column('key'), share[r] = column('share'), p[r] = column('p'), \
    r <= rows ? (m = column('mean'), s = column('sem'), s = s - s == 0 ? s : 0, m - m == 0 ? see(m - s) + see(m + s) : 0) : 0) \
    nooutput
do for [r = 1:rows] { label[r] = short(label[r], 40); longest = max(longest, strlen(label[r])) }
title = name.': what each key matters by itself'
subtitle = sprintf('%d positions, each against the mean of its iteration; all keys together explain %.0f %%', positions_scored, \
    100 * fitted).(rows < all ? sprintf('; the first %d of %d levels', rows, all) : '')
eval headline
size = rows > 24 ? ',8' : ',11'
left = min(0.04 + (rows > 24 ? 0.8 : 1.07) * letter_width * (longest + 1), 0.5)
set lmargin at screen left
set rmargin at screen 0.8
set tmargin at screen 0.855
set bmargin at screen 0.105
unset key
unset grid
set grid xtics
if (lo > hi) { lo = -1; hi = 1 }
letter = 'x'; scale = 'linear'; want = 7; load here.'axis.gp'
set xlabel 'score above the mean of the iteration' noenhanced
set yrange [rows + 0.6:0.4]
unset ytics
set arrow 1 from 0, graph 0 to 0, graph 1 nohead dt 2 lc rgb '#555555'
do for [r = 1:rows] {
    set label 10 + r label[r] at screen left - 0.012, first r right noenhanced font size
    first_of = r == 1 ? 1 : key[r] != key[r - 1]
    if (first_of) { set label 200 + r sprintf('%.1f %%', 100 * share[r]).(p[r] - p[r] == 0 ? sprintf('  p = %.2g', p[r]) : '') at \
        screen 0.815, first r left textcolor rgb '#555555' font size }
    if (first_of && r > 1) { set arrow 100 + r from graph 0, first r - 0.5 to graph 1, first r - 0.5 nohead lc rgb '#cccccc' }
}
set label 1 'explains' at screen 0.815, 0.875 left textcolor rgb '#555555'
row(x) = int(column(0)) < rows ? x : NaN
end_of(sign) = column('mean') + sign * (strcol('sem') eq 'NaN' ? 0 : column('sem')) # a value that was tried once has no error
plot table u (row(column('mean'))):(column(0) + 1):(end_of(-1)):(end_of(1)) w xerrorbars pt 7 ps 0.9 * point_scale lw 1.5 lc rgb blue
