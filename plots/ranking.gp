# A tournament: the mean score of each contestant with its 95 % interval. Filled are the best and those that do not differ significantly
# from it. Reads ranking.tsv.
chart = 'ranking'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/ranking.tsv'
eval look
stats table u (0) nooutput
rows = int(STATS_records)
array label[rows]; array ratio[rows]
r = 0; longest = 0; alike = 0; fewest = 1e308; most = 0
stats table u (r = r + 1, label[r] = strcol('weights'), ratio[r] = column('best_ratio'), alike = alike + (r > 1 && \
    column('worse_than_best') == 0), fewest = min(fewest, column('games')), most = max(most, column('games')), \
    see(column('mean')), see(upper('mean', '')), see(max(lower('mean', ''), 0))) nooutput
# A contestant is called as its file or folder is, where no other is called so.
last_part(path) = path[(i = strlen(path) - strstrt(reversed(path), '/') + 2, i > strlen(path) + 1 ? 1 : i):*]
reversed(text) = strlen(text) < 2 ? text : reversed(text[2:*]).text[1:1]
called(path) = (part = last_part(path), n = strlen(part), n > 4 && part[n - 3:n] eq '.ini' ? part[1:n - 4] : part)
array shorter[rows]
do for [r = 1:rows] { shorter[r] = called(label[r]) }
do for [r = 1:rows] { if ((sum [k = 1:rows] (shorter[k] eq shorter[r])) == 1) { label[r] = shorter[r] } }
do for [r = 1:rows] { label[r] = short(label[r], 34); longest = max(longest, strlen(label[r])) }
title = name.sprintf(': %d contestants'.(evaluation_noun eq 'replicates' ? ', estimated by splitting' : ' on the same games'), rows)
subtitle = (fewest == most ? number(most) : \
    number(fewest).' to '.number(most)).' '.evaluation_noun.' each; means with 95 % intervals; filled: the best, ' \
         .(alike == 0 ? 'from which all others differ significantly' : sprintf('and %d that do%s not differ significantly', alike, alike == 1 ? 'es' : ''))
right = 0.86; load here.'rows.gp'
letter = 'x'; scale = 'count'; load here.'axis.gp'
set xlabel score_noun.a_play.(axis_log == 2 ? ' (log of 1 + '.score_noun.')' : '') noenhanced
do for [r = 1:rows] { set label 2000 + r number(ratio[r]) at screen from_right(0.935), first r center textcolor rgb '#555555' }
set label 1 'best / this' at screen from_right(0.935), from_top(0.875) center textcolor rgb '#555555'
plot table u (column('mean')):(column('rank')):(max(lower('mean', ''), axis_lo)):(upper('mean', '')) w xerrorbars pt 0 lw 1.5 lc rgb blue, \
     table u (column('mean')):(column('rank')) w points pt 7 ps 0.8 * point_scale lc rgb '#ffffff', \
     table u (column('worse_than_best') == 0 ? column('mean') : NaN):(column('rank')) w points pt 7 ps 0.8 * point_scale lc rgb vermilion, \
     table u (column('worse_than_best') == 0 ? NaN : column('mean')):(column('rank')) w points pt 6 ps 0.8 * point_scale lw 1.6 lc rgb blue

