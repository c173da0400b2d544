# Q-learning: the score of the table while it is learned, and below it what the steps earn and how many are illegal. Reads q.tsv.
chart = 'q'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/q.tsv'
title = name.': learning'
subtitle = 'the score of games played by the table after so many steps: median, quartiles and extremes of ten learning runs'
eval headline
set multiplot
set lmargin at screen left_edge
set rmargin at screen from_right(0.915)
set tmargin at screen below_key(3, 9)
set bmargin at screen 0.4
set key at screen left_edge, from_top(0.895) left top horizontal Left reverse width -2
set label 1 'score' at screen from_left(0.018), 0.63 center rotate
eval forget
stats table u (see(column('step'))) nooutput
x_lo = lo; x_hi = hi
letter = 'x'; scale = 'exact'; want = 8; bare = 1; load here.'axis.gp'
eval forget
do for [what in 'low high'] { stats table u (see(column(what))) nooutput }
letter = 'y'; scale = 'linear'; want = 6; load here.'axis.gp'
plot table u 'step':'low':'high' w filledcurves lc rgb blue fs transparent solid 0.12 title 'extremes', \
     table u 'step':'q25':'q75' w filledcurves lc rgb blue fs transparent solid 0.25 title 'quartiles', \
     table u 'step':'median' w lines lc rgb blue lw 2.2 title 'median'
eval headless
set tmargin at screen narrow ? 0.365 : 0.325
set bmargin at screen from_bottom(0.105)
set key at screen left_edge, 0.365 left top horizontal Left reverse width 2
if (narrow) { unset key } # the axes have their colours
set xlabel 'steps' offset 0, 0.4
lo = x_lo; hi = x_hi; letter = 'x'; scale = 'exact'; want = 8; load here.'axis.gp'
eval forget
stats table u (column('step') > 0 ? see(column('illegal')) : 0) nooutput
lo = 0; letter = 'y2'; scale = 'zero'; want = 4; load here.'axis.gp'
eval forget
stats table u (column('step') > 0 ? see(column('reward')) : 0) nooutput
letter = 'y'; scale = 'linear'; want = 4; load here.'axis.gp'
set label 1 'reward a step' at screen from_left(0.018), 0.215 center rotate textcolor rgb vermilion
set label 2 'illegal share' at screen from_right(0.985), 0.215 center rotate textcolor rgb green
set ytics textcolor rgb vermilion
set y2tics nomirror textcolor rgb green
set border 11
plot table u 'step':(column('step') > 0 ? column('reward') : NaN) w lines lc rgb vermilion lw 2 title 'mean reward', \
     table u 'step':(column('step') > 0 ? column('illegal') : NaN) axes x1y2 w lines lc rgb green lw 2 title 'share of illegal actions'
unset multiplot
