# The runs of a --repeat: median and bands of their leaders over the seeds, and what each of them reports. Reads metrics.tsv of every run, summary.tsv, and, of the statistics, repeat.tsv, and
# repeat_reported.tsv where there is no summary.
chart = 'repeat'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

load here.'abscissa.gp'
bands = base.'.tsv'
eval forget
stats bands u (end_q25 = column('q25'), end_median = column('median'), end_q75 = column('q75'), see(column('x'))) nooutput
eval drawable
x_lo = lo; x_hi = hi
eval forget
do for [k = 1:runs] { stats metrics_of(value('run_'.k), k) u (v = column('best_score'), see(kind eq 'error' ? positive(v) : v)) \
    nooutput }
load here.'seeds.gp'
score_lo = lo; score_hi = hi; score_least = least

# ---- What each run reports ----
shown_reported = 0; rows = 0; header = ''
if (has_summary && !shallow) {
    table = run.'/summary.tsv'
    eval look
    eval forget
    stats table u (rows = rows + 1, 0) nooutput
    do for [what in 'training reselected validated estimated'] {
        if (has(what)) {
            seen = 0
            stats table u (v = column(what), seen = seen + (v - v == 0), l = lower(what, what.'_'), h = upper(what, what.'_'), \
                see(kind eq 'error' ? positive(v) : v), see(kind eq 'error' ? positive(l) : h), l > 0 || kind eq 'difference' ? see(l) : 0) \
                nooutput
            eval sprintf('has_%s = %d', what, seen > 0)
            shown_reported = shown_reported + seen
        } else { eval 'has_'.what.' = 0' }
    }
    # Seeds stand below the scores, or the names of the runs where seeds are long; as many as fit.
    below = has('seed') ? 'seed' : 'run'
    if (has('seed')) { stats table u (strlen(strcol('seed')) > 6 ? (below = 'run') : 0, 0) nooutput }
    widest = 1
    stats table u (widest = max(widest, strlen(strcol(below))), 0) nooutput
}
reported_lo = lo; reported_hi = hi; reported_least = least

letter = 'x'; scale = x_scale; lo = x_lo; hi = x_hi; want = 8; load here.'axis.gp'
load here.'room.gp'
lo = score_lo; hi = score_hi; least = score_least; letter = 'y'; scale = 'score'; want = 7; load here.'axis.gp'
set multiplot
panel_top = below_key(4 + 2 * (validated == validated), 9); panel_bottom = shown_reported > 0 ? 0.37 + from_bottom(0.105) : from_bottom(0.105)
set lmargin at screen left_edge
set rmargin at screen right_edge
set tmargin at screen panel_top
set bmargin at screen panel_bottom
set key at screen left_edge, from_top(0.895) left top horizontal Left reverse width 0
set xlabel x_label noenhanced offset 0, 0.4
set label 1 score_label.lines_overstated at screen from_left(0.018), (panel_top + panel_bottom) / 2 center rotate noenhanced
title = name.sprintf(': %d run%s', runs, runs > 1 ? 's, by seed' : '')
subtitle = leader.' at the end'.(kind eq 'count' ? \
    ', overstated, on the '.evaluation_noun.' it was chosen by' : \
    '').': median '.number(shown(end_median)).', quartiles '.number(shown(end_q25)).' and '.number(shown(end_q75)) \
         .(validated == validated ? '; black: '.mean_name : '')
eval headline
eval "plot bands u (column('x')):(shown(column('q05'))):(shown(column('q95'))) w filledcurves lc rgb blue title '5–95 %', " \
    ."bands u (column('x')):(shown(column('q25'))):(shown(column('q75'))) w filledcurves lc rgb blue fs transparent solid 0.28 " \
        ."title '25–75 %', " \
    ."for [k = 1:runs] metrics_of(value('run_'.k), k) u (column(x_column)):(shown(carry(column('best_score')))) w steps lc rgb " \
        ."'#60777777' lw 0.6 title k == 1 ? 'each run' : '', " \
    ."bands u (column('x')):(shown(column('median'))) w lines lc rgb vermilion lw 1.4 title 'median'" \
    .(validated == validated ? dot_and_interval : '')
unset label 1
eval headless

if (shown_reported > 0) {
    panel_top = panel_bottom - from_bottom(0.14)
    set tmargin at screen panel_top
    set bmargin at screen from_bottom(0.105)
    bottom = 0
    lo = reported_lo; hi = reported_hi; least = reported_least; letter = 'y'; scale = 'score'; want = 5; load here.'axis.gp'
    if (kind eq 'count' && axis_log == 0) { lo = reported_lo; hi = reported_hi; letter = 'y'; scale = 'zero'; want = 5; load \
        here.'axis.gp' }
    unset logscale x; unset nonlinear x
    set xrange [0.4:rows + 0.6]
    set xtics () noenhanced # names of runs
    unset grid
    set grid ytics
    set xlabel below noenhanced offset 0, 0
    set label 2 (kind eq 'error' ? 'error' : score_noun).', as reported' at screen from_left(0.018), (panel_top + from_bottom(0.105)) / 2 center \
        rotate noenhanced
    set key at screen left_edge, panel_top + from_bottom(0.043) left top horizontal Left reverse width 0
    every_name = ceil(rows * (widest + 1) * letter_width / (right_edge - left_edge))
    at(aside) = column(0) + 1 + aside
    named(r) = int(r) % every_name == 0 ? strcol(below) : ''
    marks(what, aside, style) = !value('has_'.what) ? '' : \
        sprintf(", table u (at(%g)):(shown(column('%s'))):(max(shown(lower('%s', '%s_')), " \
            ."axis_lo)):(shown(upper('%s', '%s_'))) w yerrorbars ps %g lw 1.3 %s title '%s'", \
        aside, what, what, what, what, what, (rows > 40 ? 0.5 : 0.7) * point_scale, style, what)
    eval "plot table u (at(0)):(NaN):xtic(named(column(0))) w points notitle".marks('training', -0.2, \
        'pt 9 lc rgb orange').marks('reselected', 0, 'pt 5 lc rgb sky').marks('validated', 0.2, 'pt 7 lc rgb black').marks('estimated', 0.2, 'pt 7 lc rgb black')
}
unset multiplot
