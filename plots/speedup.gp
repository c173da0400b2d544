# Speed-up and efficiency of the parallel modes, next to that of as many independent serial processes. Reads `source`, the table of swarmtris bench parallel, which speedup's .set names.
chart = 'speedup'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

set datafile separator comma
eval forget
stats source u (0) nooutput
rows = int(STATS_records)
array mode[rows]; array threads[rows]; array speed[rows]; array low[rows]; array high[rows]; array share_of[rows]; array \
    limit[rows]; array place[rows]
r = 0
stats source u (r = r + 1, mode[r] = strcol('mode'), threads[r] = column('threads'), speed[r] = column('speedup'), share_of[r] \
    = column('efficiency'), low[r] = speed[r], high[r] = speed[r], 0) nooutput
if (has_seconds) {
    r = 0
    stats source u (r = r + 1, s = column('seconds'), a = column('min'), b = column('max'), a > 0 && b > 0 ? (low[r] = speed[r] \
        * s / b, high[r] = speed[r] * s / a, 0) : 0) nooutput
}

# ---- Places of the bars: modes side by side, with a gap between them ----
array group[rows]; array group_at[rows]
bars = 0; modes = 0; has_limit = 0; marks = ''
do for [r = 1:rows] {
    place[r] = NaN; limit[r] = NaN
    do for [s = 1:rows] { if (mode[s] eq 'processes' && threads[s] == threads[r]) { limit[r] = speed[s] } }
}
do for [r = 1:rows] {
    first_of = mode[r] ne 'processes'
    do for [s = 1:r - 1] { first_of = first_of && mode[s] ne mode[r] }
    if (first_of) {
        begin = bars + modes * 0.8; members = 0
        do for [s = r:rows] {
            if (mode[s] eq mode[r] && speed[s] - speed[s] == 0) {
                place[s] = begin + members; members = members + 1; bars = bars + 1
                marks = marks.(marks eq '' ? '' : ', ').sprintf("'%g' %g", threads[s], place[s])
                has_limit = has_limit || limit[s] == limit[s]
            }
        }
        if (members > 0) { modes = modes + 1; group[modes] = mode[r]; group_at[modes] = begin + (members - 1) / 2.0 }
    }
}
title = 'Speed-up of the parallel modes'
subtitle = name.'; whiskers: fastest and slowest run; limit: as many independent serial processes'
eval headline
set datafile separator whitespace
set datafile nocolumnheaders
set multiplot
set lmargin at screen left_edge
set rmargin at screen right_edge
set boxwidth 0.82 absolute
unset grid
set grid ytics
# The line of the limit ends with each mode.
broken(g) = "for [g = 1:modes] limit u (mode[int($1)] eq group[g] ? place[int($1)] : NaN):(limit[int($1)]".g.") w " \
    ."linespoints lc rgb black lw 1.6 pt 7 ps 0.7 * point_scale title g == 1 ? 'limit of the machine' : ''"

set tmargin at screen from_top(0.855)
set bmargin at screen 0.43
eval forget
do for [r = 1:rows] { ignored = place[r] == place[r] ? see(high[r]) + see(speed[r]) + see(limit[r]) : 0 }
letter = 'y'; scale = 'zero'; want = 6; load here.'axis.gp'
set xrange [-0.9:bars + (modes - 1) * 0.8 - 0.1]
eval 'set xtics scale 0 ('.marks.')'
set label 1 'speed-up (times faster)' at screen from_left(0.018), 0.6425 center rotate
set key at screen left_edge, from_top(0.895) left top horizontal Left reverse
eval 'plot speed u (place[int($1)]):2:(low[int($1)]):(high[int($1)]):(0.82) w boxerrorbars lc rgb blue lw 0.9 fs solid 0.6 ' \
    .'border rgb "#333333" title "speed-up"'.(has_limit ? ', '.broken('') : '')
eval headless

set tmargin at screen 0.36
set bmargin at screen from_bottom(0.135)
eval forget
ignored = see(1.0)
do for [r = 1:rows] { ignored = place[r] == place[r] ? see(share_of[r]) + see(limit[r] / threads[r]) : 0 }
letter = 'y'; scale = 'zero'; want = 5; load here.'axis.gp'
set xrange [-0.9:bars + (modes - 1) * 0.8 - 0.1]
set label 1 'efficiency' at screen from_left(0.018), 0.2475 center rotate
unset key
do for [k = 1:modes] { set label 10 + k group[k] at group_at[k], screen from_bottom(0.073) center noenhanced }
set label 2 'threads, by mode' at screen 0.525, from_bottom(0.028) center
eval 'plot share_of u (place[int($1)]):2 w boxes lc rgb green lw 0.9 fs solid 0.6 border rgb "#333333" notitle'.(has_limit ? \
    ', '.broken(' / threads[int($1)]') : '')
unset multiplot
