# The luckiest score that each particle of a swarm has had so far, that of the swarm, and the validated mean. Reads
# positions.tsv and result.tsv.
chart = 'personal'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

of_run = run; load here.'positions.gp'
particles = 0
eval forget
stats positions u (p = column('particle'), p == p ? (particles = max(particles, int(p) + 1)) : 0, v = whole(0), see(kind eq \
    'error' ? positive(v) : v)) nooutput
array scored[max(particles, 1)]
do for [p = 1:particles] { scored[p] = 0 }
stats positions u (p = column('particle'), v = whole(0), p == p && v - v == 0 ? (scored[int(p) + 1] = 1) : 0, 0) nooutput
drawn = ''
do for [p = 1:particles] { if (scored[p] && words(drawn) < 100) { drawn = drawn.' '.p } }
of = ''; load here.'validated.gp'
letter = 'y'; scale = 'score'; want = 8; load here.'axis.gp'
lo = first_iteration; hi = last_iteration; letter = 'x'; scale = 'exact'; want = max(2, min(10, |most_games| - 1)); load \
    here.'axis.gp'
load here.'room.gp'
corner = kind eq 'error' ? 'top' : 'bottom'
title = name.': the particles of the swarm'
subtitle = sprintf('the highest score of an iteration that each of %d particles has had so far: the luckiest, overstated%s', \
    particles, words(drawn) < particles ? sprintf('; %d of them', words(drawn)) : '')
eval headline
set lmargin at screen left_edge
set rmargin at screen right_edge
top = narrow ? below_key(4, 24) : from_top(0.89)
set tmargin at screen top
set bmargin at screen from_bottom(0.105)
# Scores rise from left to right, so the key has room where nothing else is.
set key @corner right Left reverse width -1 opaque fillcolor rgb '#d0ffffff'
if (narrow) { set key noopaque at screen left_edge, from_top(0.895) left top vertical }
set label 1 score_label at screen from_left(0.018), (top + from_bottom(0.105)) / 2 center rotate noenhanced
set xlabel 'iteration' offset 0, 0.4
reported = validated == validated ? dot_and_interval : ''
array own[particles]
do for [p = 1:particles] { own[p] = NaN }
mine(p, v) = v - v == 0 && !(v <= own[p]) ? (own[p] = v) : own[p]
# What is not a particle's is left out of its line, and does not interrupt it. The swarm's line reaches the last iteration.
set datafile missing NaN
best = NaN
eval "plot for [p in drawn] positions u (column('particle') == int(p) - 1 ? column(iteration) : NaN):(column('particle') == " \
    ."int(p) - 1 ? shown(mine(int(p), whole(0))) : NaN) w steps dt 1 lc rgb '#700072b2' lw 0.6 title p eq word(drawn, 1) ? " \
    ."'a particle' : '', " \
    ."positions u (improves(whole(0)) || column(iteration) == last_iteration ? column(iteration) : NaN):(shown(best)) w steps dt 1 " \
    ."lc rgb vermilion lw 1.2 title luckiest.overstated".reported
