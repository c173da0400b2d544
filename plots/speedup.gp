# Speed-up and efficiency of the parallel modes, a group of bars a mode, a bar a number of threads.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'speedup' : ARG3
load ARG0[1:strlen(ARG0) - strlen('speedup.gp')].'style.gp'

set multiplot
set lmargin at screen 0.075
set rmargin at screen 0.975
set boxwidth 0.82 absolute # as the column width
unset grid
set grid ytics
data = base.'.tsv'
eval x_axis
set xtics scale 0
limit = has_limit ? ", data u 'x':'%s' w linespoints lc rgb black lw 1.6 pt 7 ps 0.7 title 'limit of the machine'" : "%.0s"

set tmargin at screen 0.855
set bmargin at screen 0.43
eval speedup_axis
set label 1 'speed-up (times faster)' at screen 0.018, 0.6425 center rotate
set key at screen 0.075, 0.895 left top horizontal Left reverse
eval 'plot data u "x":"speedup":"lo":"hi":"width" w boxerrorbars lc rgb blue lw 0.9 fs solid 0.6 border rgb "#333333" title "speed-up"'\
    .sprintf(limit, 'limit')
unset label 1000
unset label 1001

set tmargin at screen 0.36
set bmargin at screen 0.135
eval efficiency_axis
set label 1 'efficiency' at screen 0.018, 0.2475 center rotate
unset key
do for [k = 1:modes] { set label 10 + k value('mode_'.k) at value('mode_at_'.k), screen 0.073 center noenhanced }
set label 2 'threads, by mode' at screen 0.525, 0.028 center
eval 'plot data u "x":"efficiency" w boxes lc rgb green lw 0.9 fs solid 0.6 border rgb "#333333" notitle'.sprintf(limit, 'limit_efficiency')
unset multiplot
