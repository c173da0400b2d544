# What changes when one parameter does: a panel a parameter, a line a problem and budget. The points are those of lines through
# one point, line after line. Reads, of the statistics, sensitivity.tsv and sensitivity_parts.tsv.
chart = 'sensitivity'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = base.'.tsv'
eval look
coordinates = 0
do for [i = 1:words(header)] { if (word(header, i) eq 'q05_1') { coordinates = i - 1 } }
stats table u (0) nooutput
points = int(STATS_records)

# ---- Which line a point is on: the next one begins where its own coordinate does not rise, or another one changes ----
array line[points]; array old[coordinates]; array now[coordinates]; array centre[coordinates]
j = 1; i = 0
goes_on(j) = old[j] < now[j] && (sum [c = 1:coordinates] (c != j && old[c] != now[c])) == 0
keep_point(dummy) = sum [c = 1:coordinates] (old[c] = now[c])
do for [c = 1:coordinates] { centre[c] = NaN }
stats table u (ignored = sum [c = 1:coordinates] (now[c] = column(c)), i = i + 1, i > 1 && j < coordinates && !goes_on(j) ? (j \
    = j + 1) : 0, line[i] = j, keep_point(0), 0) nooutput
panels = j
# The centre is what the other lines have; a single line has none.
do for [c = 1:coordinates] { i = 0; stats table u (i = i + 1, line[i] != c ? (centre[c] = column(c)) : 0, 0) nooutput }
stats base.'_parts.tsv' u (0) nooutput
parts = int(STATS_records)
array part_label[parts]; array part_errors[parts]
k = 0; errors = 0; longest = 0
stats base.'_parts.tsv' u (k = k + 1, part_label[k] = strcol('part'), longest = max(longest, strlen(part_label[k])), part_errors[k] = int(column('errors')), errors = errors + \
    part_errors[k], 0) nooutput
do for [p = 1:parts] { do for [q in 'q25 q75'] { stats table u (see(column(q.'_'.p))) nooutput } }
y_lo = lo; y_hi = hi
title = name.': one parameter at a time'
subtitle = first_of(parts, parts_in_all, ' problems and budgets').'lines: medians over the seeds; bands: quartiles; dashed: the point through which all lines go'
key_rows = ceil(0.8 * letter_width * parts * (longest + 6) / 0.96)
cell_letters = 32; cell_lines = 10; head = 0.11 + 0.035 * key_rows; load here.'cells.gp'
eval headline

room_left = 0.072; room_right = 0.008; room_above = 0.02; room_below = 0.1
unset key
set multiplot
do for [k = 1:panels] {
    load here.'panel.gp'
    eval forget
    i = 0
    stats table u (i = i + 1, line[i] == k ? see(column(k)) : 0) nooutput
    letter = 'x'; scale = 'linear'; want = 5; load here.'axis.gp'
    lo = y_lo; hi = y_hi; letter = 'y'; scale = 'linear'; want = 8; load here.'axis.gp'
    set xlabel plain(word(header, k)) noenhanced
    if ((k - 1) % columns == 0) { set ylabel errors == parts ? 'log10 of the median error' : errors == 0 ? \
        'log10 of 1 + the median score' : 'log10 of the median error, or of 1 + score' offset narrow ? -0.5 : 0.5 } else { unset ylabel }
    unset arrow
    if (centre[k] == centre[k]) { set arrow 1 from centre[k], graph 0 to centre[k], graph 1 nohead dt 2 lc rgb '#555555' }
    on(k) = line[int(column(0)) + 1] == k ? column(k) : NaN
    plot for [p = 1:parts] table u (on(k)):(column('q25_'.p)):(column('q75_'.p)) w filledcurves lc rgb hue[(p - 1) % 8 + 1] fs transparent \
        solid 0.15 notitle, \
         for [p = 1:parts] table u (on(k)):(column('median_'.p)) w lines lc rgb hue[(p - 1) % 8 + 1] dt 1 + (p - 1) / 8 % 4 lw 2 notitle
    eval headless
}
key_left = from_left(0.02); key_top = from_top(0.905); load here.'key.gp'
plot NaN notitle, for [p = 1:parts] keyentry w lines lc rgb hue[(p - 1) % 8 + 1] dt 1 + (p - 1) / 8 % 4 lw 2 title part_label[p]
unset multiplot
