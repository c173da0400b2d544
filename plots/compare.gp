# Several runs, or repeats: their leaders, and their validated scores, which label them. Reads metrics.tsv and result.tsv of every run, summary.tsv of every repeat, and, of the statistics, compare_K.tsv
# of repeat number K, and compare_K_reported.tsv where it has no summary.
chart = 'compare'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

load here.'abscissa.gp'
array end_x[runs]; array end_y[runs]; array mean[runs]; array mean_lo[runs]; array mean_hi[runs]; array place[runs]; array \
    label[runs]; array label_y[runs]
file(k) = value('is_repeat_'.k) ? sprintf('%s_%d.tsv', base, k) : metrics_of(value('run_'.k), k)
at_of(k) = value('is_repeat_'.k) ? column('x') : column(x_column)
best_of(k) = value('is_repeat_'.k) ? column('median') : column('best_score')
eval forget
do for [k = 1:runs] {
    last = NaN
    stats file(k) u (see(at_of(k)), at_end = at_of(k), carry(best_of(k)), 0) nooutput
    end_x[k] = at_end; end_y[k] = last
}
eval drawable
x_lo = lo; x_hi = hi
eval forget
do for [k = 1:runs] {
    do for [what in (value('is_repeat_'.k) ? 'q25 median q75' : 'best_score')] { stats file(k) u (v = column(what), see(kind eq \
        'error' ? positive(v) : v)) nooutput }
}
reported_names = ''
do for [k = 1:runs] {
    if (value('is_repeat_'.k)) { reported_table = value('reported_table_'.k); has_reported = value('has_reported_'.k); load here.'seeds.gp' } else {
        of = '_'.k; load here.'validated.gp' }
    mean[k] = validated; mean_lo[k] = validated_lo; mean_hi[k] = validated_hi
    if (validated == validated && strstrt(reported_names, reported_name) == 0) {
        reported_names = reported_names.(reported_names eq '' ? '' : ' or ').reported_name
    }
}
y_lo = lo; y_hi = hi; y_least = least
lo = x_lo; hi = x_hi; letter = 'x'; scale = x_scale; want = 8; load here.'axis.gp'
load here.'room.gp'
# Behind all lines stand, for each, the dot and beside it the interval, which it would hide.
array dot_x[runs]; array bar_x[runs]; bar_step = min(0.024 * apart, 0.3 / runs)
do for [k = 1:runs] { dot_x[k] = after(0.01 + bar_step * (k - 0.6)); bar_x[k] = after(0.01 + bar_step * (k - 0.1)) }
set xrange [axis_lo:after(0.01 + bar_step * (runs + 0.2))]
lo = y_lo; hi = y_hi; least = y_least; letter = 'y'; scale = 'score'; want = 7; load here.'axis.gp'

longest = 0; repeats = 0; reported = 0
do for [k = 1:runs] {
    # The number is the validated mean, and the label stands beside its point. A run without one has no number that is true.
    valid = mean[k] == mean[k]; end_y[k] = shown(end_y[k]); label_y[k] = valid ? mean[k] : end_y[k]; place[k] = share(label_y[k])
    # Names that several runs share say nothing: those become the paths.
    shared = sum [j = 1:runs] (value('name_'.j) eq value('name_'.k))
    label[k] = short(value((shared > 1 ? 'run_' : 'name_').k), 24).(valid || kind eq 'error' ? '  '.number(label_y[k]) : '')
    longest = max(longest, strlen(label[k])); repeats = repeats + value('is_repeat_'.k); reported = reported + (mean[k] == mean[k])
}
n = runs; grow = 0.22; load here.'grow.gp'
gap = 0.042 * page_scale / height; load here.'spread.gp'
title = sprintf('%d compared: %s', runs, leader)
subtitle = 'lines: '.leader.(kind eq 'count' ? ', overstated' : '').(repeats > 0 ? ' (repeats: median, quartiles)' : '') \
    .(reported == 0 ? '' : '; points and numbers: '.reported_names.(repeats > 0 ? ' ('.(repeats < runs ? 'repeats: ' : '').mean_name.')' : '').'; bars: 95 %')
eval headline
unset key
set lmargin at screen left_edge
set rmargin at screen from_right(0.95) - letter_width * longest
set tmargin at screen from_top(0.885)
set bmargin at screen from_bottom(0.105)
set xlabel x_label noenhanced
set label 1 score_label.lines_overstated at screen from_left(0.018), 0.5 center rotate noenhanced
drawing = ''
do for [k = 1:runs] {
    colour = hue[(k - 1) % 8 + 1]
    set label 10 + k label[k] at graph 1.025, graph place[k] left noenhanced textcolor rgb colour
    set arrow k from mean[k] == mean[k] ? bar_x[k] : end_x[k], label_y[k] to graph 1.02, graph place[k] nohead lc rgb colour lw 0.6
    if (value('is_repeat_'.k)) {
        drawing = drawing.sprintf("file(%d) u (column('x')):(shown(column('q25'))):(shown(column('q75'))) w filledcurves lc " \
            ."rgb '%s' fs transparent solid 0.15 notitle, ", k, colour) \
                . sprintf("file(%d) u (column('x')):(shown(column('median'))) w lines lc rgb '%s' dt %d lw 1.2 notitle, ", k, \
                    colour, 1 + (k - 1) / 8 % 4)
    } else {
        drawing = drawing.sprintf("file(%d) u (column(x_column)):(shown(carry(column('best_score')))) w steps lc rgb '%s' " \
            ."dt %d lw 1.2 notitle, ", k, colour, 1 + (k - 1) / 8 % 4)
    }
    if (mean[k] == mean[k]) {
        drawing = drawing.sprintf("'+' every ::0::0 u (dot_x[%d]):(mean[%d]) w points pt 7 ps 1.1 * point_scale " \
            ."lc rgb '%s' notitle, '+' every ::0::0 u (bar_x[%d]):(mean_lo[%d]):(0):(mean_hi[%d] - mean_lo[%d]) w vectors heads " \
            ."size screen from_left(0.0045), 90 lw 1.8 lc rgb '%s' notitle, ", k, k, colour, k, k, k, k, colour)
    }
}
last = NaN
eval 'plot '.drawing.'NaN notitle'
