# The games of given weights: how many had how many rows, and the share that had more than r; with the exponential of the same mean.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'histogram' : ARG3
load ARG0[1:strlen(ARG0) - strlen('histogram.gp')].'style.gp'

set multiplot
set tmargin at screen 0.85
set bmargin at screen 0.115
eval x_axis
set xlabel 'rows a game'

set lmargin at screen 0.085
set rmargin at screen 0.485
eval games_axis
set label 1 games_label at screen 0.018, 0.4825 center rotate noenhanced
set boxwidth width absolute
set style fill solid 0.55 border rgb '#ffffff'
set key at screen 0.085, 0.89 left top horizontal Left reverse
data = base.'.tsv'
curve = base.'_exponential.tsv'
bars = "data u 'rows':'games' w boxes lc rgb blue lw 0.4 fs solid 0.55 border rgb '#ffffff' title 'games'"
eval 'plot '.bars.(has_curve ? ", curve u 'rows':'games' w lines lc rgb vermilion lw 2 title 'exponential'" : '')
unset label 1000
unset label 1001

set lmargin at screen 0.585
set rmargin at screen 0.975
eval share_axis
set xlabel 'r (rows)'
set label 1 'share of games with more than r rows' at screen 0.525, 0.4825 center rotate
set key at screen 0.585, 0.89 left top horizontal Left reverse
data = base.'_survival.tsv'
curve = base.'_line.tsv'
steps = "data u 'rows':'share' w ".(steps > 1 ? 'steps' : 'points pt 7')." lc rgb blue lw 2 title 'games'"
eval 'plot '.(has_curve ? "curve u 'rows':'share' w lines lc rgb vermilion lw 1.6 title 'exponential', " : '').steps
unset multiplot
