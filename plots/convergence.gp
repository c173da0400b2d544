# A search, iteration by iteration: its leader, its candidates, the validated score, and how the swarm contracts. Reads metrics.tsv and result.tsv.
chart = 'convergence'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

load here.'abscissa.gp'
table = metrics_of(run, 1)
eval look
stats table u (0) nooutput
rows = int(STATS_records)
every_row = one_in(rows, 1500) # no picture has more columns of pixels
single = rows == 1

# ---- Against what it is drawn ----
eval forget
stats table u (see(column(x_column))) nooutput
eval drawable
x_want = x_axis ne 'iterations' || rows > 10 ? 10 : max(rows - 1, 2)
x_lo = lo; x_hi = hi

# ---- Scores ----
quantiles = has('q05') && has('q25') && has('q75') && has('q95')
eval forget
do for [word in 'best_score q05 q25 median q75 q95'] { if (has(word)) { stats table u (see(kind eq 'error' ? \
    positive(column(word)) : column(word))) nooutput } }
of = ''; load here.'validated.gp'
score_lo = lo; score_hi = hi; score_least = least

stats table u (best = shown(carry(column('best_score'))), at = column(iteration), games = has('games') ? column('games') : NaN, \
    turns = has('pieces') ? column('pieces') : NaN, 0) nooutput
title = name.': convergence'
subtitle = (validated == validated ? reported_name.': '.number(validated).interval.'; ' : '').leader.': '.(kind eq 'error' ? \
    'error '.number(best) : standardised ? 'standardised score '.number(best) : \
    number(best).' '.score_noun.a_play.' (overstated: on the '.evaluation_noun.' it was chosen by)') \
         . '; iteration '.number(at).(games == games && turns == turns ? (cost_noun eq play_noun ? '' : \
             ', '.number(games).' '.evaluation_noun).', '.number(turns).' '.cost_noun : '')
eval headline

# ---- Whether there is a spread to draw ----
eval forget
diverse = 0; moving = 0
above(v) = v > 0 ? v : NaN # 0 has no place on a log axis
if (has('diversity')) { stats table u (v = above(column('diversity')), diverse = diverse + (v > 0), see(v)) nooutput }
if (has('velocity')) { stats table u (v = above(column('velocity')), moving = moving + (v > 0), see(v)) nooutput }
spread = (diverse > 0 || moving > 0) && !shallow
spread_lo = lo; spread_hi = hi; spread_least = least

# ---- Drawing ----
lo = x_lo; hi = x_hi; letter = 'x'; scale = x_scale; want = x_want; bare = 1; load here.'axis.gp'
bare_tics = tics
letter = 'x'; scale = x_scale; want = x_want; load here.'axis.gp'
x_tics = tics
load here.'room.gp'
lo = score_lo; hi = score_hi; least = score_least; letter = 'y'; scale = 'score'; want = 7; load here.'axis.gp'
set multiplot
set lmargin at screen left_edge
set rmargin at screen right_edge
longest = strlen(leader.overstated)
panel_top = below_key(4 + 2 * (validated == validated), longest); panel_bottom = spread ? 0.345 + from_bottom(0.025) : from_bottom(0.105); lower_top = 0.345 - from_bottom(0.03)
set tmargin at screen panel_top
set bmargin at screen panel_bottom
set key at screen left_edge, from_top(0.895) left top horizontal Left reverse width narrow ? -4 : 0
set label 1 score_label at screen from_left(0.018), (panel_top + panel_bottom) / 2 center rotate noenhanced
if (spread) { eval 'set xtics ('.bare_tics.')' } else { set xlabel x_label.(every_row > 1 ? \
    sprintf(' (bands: one iteration in %d drawn)', every_row) : '') noenhanced }
bands = !quantiles ? '' : single \
    ? "table u (column(x_column)):(shown(column('q25'))):" \
    ."(shown(column('q05'))):(shown(column('q95'))):" \
    ."(shown(column('q75'))) w candlesticks lc rgb blue fs transparent solid 0.25 title '5–95, 25–75 %', " \
    : "table every every_row u (column(x_column)):(shown(column('q05'))):(shown(column('q95'))) w filledcurves lc rgb blue " \
        ."fs transparent solid 0.15 title '5–95 %', " \
    . "table every every_row u (column(x_column)):(shown(column('q25'))):(shown(column('q75'))) w filledcurves lc rgb blue " \
        ."fs transparent solid 0.28 title '25–75 %', "
median = !has('median') ? '' : "table every every_row u (column(x_column)):(shown(column('median'))) w ".(single ? \
    'points pt 7 ps 1.2 * point_scale' : 'lines lw 2')." lc rgb blue title 'median', "
best = "table u (column(x_column)):(shown(carry(column('best_score')))) w ".(single ? 'points pt 9 ps 1.6 * point_scale' : \
    'steps lw 1.2')." lc rgb vermilion title leader.overstated"
reported = validated == validated ? dot_and_interval : ''
set boxwidth 0.1 absolute
last = NaN
eval 'plot '.bands.median.best.reported
unset label 1
eval headless

# ---- Spread of the swarm ----
if (spread) {
    set tmargin at screen lower_top
    set bmargin at screen from_bottom(0.105)
    eval 'set xtics ('.x_tics.')'
    lo = spread_lo; hi = spread_hi; least = spread_least
    letter = 'y'; scale = 'log'; want = 4; load here.'axis.gp'
    set xlabel x_label.(every_row > 1 ? sprintf(' (bands: one iteration in %d drawn)', every_row) : '') noenhanced
    set label 2 'share of diagonal' at screen from_left(0.018), (lower_top + from_bottom(0.105)) / 2 center rotate
    set key at screen left_edge, lower_top + from_bottom(0.045) left top horizontal Left reverse width 1
    style = single ? 'points pt 7 ps 1.2 * point_scale' : 'lines lw 1.8'
    diversity = diverse == 0 ? '' : \
        "table every every_row u (column(x_column)):(above(column('diversity'))) w ".style." lc rgb green title " \
            ."'diversity'.(!wide ? '' : ': mean distance to centroid')"
    velocity = moving == 0 ? '' : \
        "table every every_row u (column(x_column)):(above(column('velocity'))) w ".style." lc rgb purple title " \
            ."'velocity'.(!wide ? '' : ': mean step an iteration')"
    eval 'plot '.diversity.(diverse > 0 && moving > 0 ? ', ' : '').velocity
}
unset multiplot
