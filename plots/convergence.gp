# A search, iteration by iteration: its leader, median and bands of the iteration's candidates; below it how the swarm contracts.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'convergence' : ARG3
load ARG0[1:strlen(ARG0) - strlen('convergence.gp')].'style.gp'

set multiplot
set lmargin at screen 0.092
set rmargin at screen 0.975
set key at screen 0.092, 0.895 left top horizontal Left reverse
eval x_axis

# ---- scores ----
data = base.'.tsv'
corners = base.'_best.tsv'
set tmargin at screen 0.855
set bmargin at screen has_spread ? 0.37 : 0.105
eval y_axis
screen_middle = has_spread ? 0.6125 : 0.48
set label 1 y_label at screen 0.018, screen_middle center rotate noenhanced
if (has_spread) { eval x_axis_bare } else { set xlabel x_label noenhanced }
bands = "data u 'iteration':'q05':'q95' w filledcurves lc rgb blue fs transparent solid 0.15 title '5–95 % of the iteration', "\
      ."data u 'iteration':'q25':'q75' w filledcurves lc rgb blue fs transparent solid 0.28 title '25–75 %', "
median = "data u 'iteration':'median' w lines lc rgb blue lw 1.4 title 'median', "
best = "corners u 'iteration':'best' w steps lc rgb vermilion lw 2.2 title leader"
if (iterations == 1) {
    bands = "data u 'iteration':'q25':'q05':'q95':'q75' w candlesticks lc rgb blue fs transparent solid 0.25 "\
          ."title '5–95, 25–75 %', "
    median = "data u 'iteration':'median' w points pt 7 ps 1.2 lc rgb blue title 'median', "
    best = "corners u 'iteration':'best' w points pt 9 ps 1.6 lc rgb vermilion title leader"
}
set boxwidth 0.1 absolute
eval 'plot '.(has_bands ? bands : '').(has_median ? median : '').best
unset label 1
unset label 1000
unset label 1001

# ---- spread of the swarm ----
if (has_spread) {
    set tmargin at screen 0.315
    set bmargin at screen 0.105
    eval x_axis
    eval spread_axis
    set xlabel x_label noenhanced
    unset ylabel
    set label 2 'share of diagonal' at screen 0.018, 0.21 center rotate
    set key at screen 0.092, 0.36 left top horizontal Left reverse
    kind = iterations == 1 ? 'points pt 7 ps 1.2' : 'lines lw 1.8'
    diversity = "data u 'iteration':'diversity' w ".kind." lc rgb green title 'diversity: mean distance to centroid'"
    velocity = "data u 'iteration':'velocity' w ".kind." lc rgb purple title 'velocity: mean step an iteration'"
    eval 'plot '.(has_diversity ? diversity : '').(has_diversity && has_velocity ? ', ' : '').(has_velocity ? velocity : '')
}
unset multiplot
