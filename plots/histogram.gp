# The games of given weights: how many had how many rows, and the share that had more than r; with the exponential of the same mean.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'histogram' : ARG3
load ARG0[1:strlen(ARG0) - strlen('histogram.gp')].'style.gp'

set multiplot
set tmargin at screen 0.85
set bmargin at screen 0.115
eval x_axis
set xlabel 'rows a game'

set lmargin at screen 0.075
set rmargin at screen 0.485
eval games_axis
set ylabel games_label noenhanced
set boxwidth width absolute
set style fill solid 0.55 border rgb '#ffffff'
set key at screen 0.485, 0.885 right top horizontal Left reverse
data = base.'.tsv'
curve = base.'_exponential.tsv'
bars = "data u 'rows':'games' w boxes lc rgb blue lw 0.4 fs solid 0.55 border rgb '#ffffff' title 'games'"
eval 'plot '.bars.(has_curve ? ", curve u 'rows':'games' w lines lc rgb vermilion lw 2 title 'exponential, same mean'" : '')
unset label 1000
unset label 1001

set lmargin at screen 0.575
set rmargin at screen 0.975
eval share_axis
set xlabel 'r (rows)'
set ylabel 'share of games with more than r rows'
set key at screen 0.975, 0.885 right top horizontal Left reverse
data = base.'_survival.tsv'
curve = base.'_line.tsv'
steps = "data u 'rows':'share' w ".(steps > 1 ? 'steps' : 'points pt 7')." lc rgb blue lw 2 title 'games'"
eval 'plot '.(has_curve ? "curve u 'rows':'share' w lines lc rgb vermilion lw 1.6 title 'exponential, same mean', " : '').steps
unset multiplot
