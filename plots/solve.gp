# How low does solve play? The mean final height of the ten templates over the nodes of a decision, a line for each buffer. Reads
# solve.tsv, which bench/study_solve.sh writes.
chart = 'solve'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/solve.tsv'
buffers = 0
eval forget
stats table u (buffers = max(buffers, int(column('buffer')) + 1), see(column('nodes'))) nooutput
x_lo = lo; x_hi = hi
# The means where the lines begin and end; they fall, so the axis ends at the first.
array end_y[buffers]; array place[buffers]
y_hi = 0
do for [b = 1:buffers] {
    do for [x in sprintf('%.0f %.0f', x_lo, x_hi)] {
        sum_of = 0.0; lists = 0
        stats table u (column('buffer') == b - 1 && column('nodes') == x + 0 ? (sum_of = sum_of + column('height'), lists = lists + 1, 0) : 0) \
            nooutput
        end_y[b] = lists > 0 ? sum_of / lists : NaN
        y_hi = lists > 0 ? max(y_hi, end_y[b]) : y_hi
    }
}

title = name.': how low solve plays'
subtitle = 'mean final height of ten lists of 110 pieces, on eleven columns; beam'
eval headline
set lmargin at screen 0.092
set rmargin at screen 0.95 - 14 * letter_width
set tmargin at screen 0.885
set bmargin at screen 0.105
lo = x_lo; hi = x_hi; least = x_lo; letter = 'x'; scale = 'log'; want = 8; load here.'axis.gp'
lo = 0; hi = y_hi; letter = 'y'; scale = 'zero'; want = 7; load here.'axis.gp'
set xlabel 'nodes of a decision' noenhanced
set label 1 'height' at screen 0.018, 0.495 center rotate
unset key
do for [b = 1:buffers] { place[b] = share(end_y[b]) }
n = buffers; gap = 0.045; load here.'spread.gp'
do for [b = 1:buffers] {
    set label 10 + b sprintf('buffer %d:  %s', b - 1, number(end_y[b])) at graph 1.03, graph place[b] left textcolor rgb hue[b]
    set arrow b from x_hi, end_y[b] to graph 1.025, graph place[b] nohead lc rgb hue[b] lw 0.6
}
set datafile missing NaN # lines of other buffers are left out, and break no line
plot for [b = 1:buffers] table u (column('buffer') == b - 1 ? column('nodes') : NaN):(column('height')) smooth unique w linespoints pt 7 \
    ps 0.8 * point_scale lw 2 lc rgb hue[b] notitle
