# A search, round by round: its leader, median and bands of the round's candidates; below it how the swarm contracts.
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
bands = "data u 'round':'q05':'q95' w filledcurves lc rgb blue fs transparent solid 0.15 title '5–95 % of the round', "\
      ."data u 'round':'q25':'q75' w filledcurves lc rgb blue fs transparent solid 0.28 title '25–75 %', "
median = "data u 'round':'median' w lines lc rgb blue lw 1.4 title 'median', "
best = "corners u 'round':'best' w steps lc rgb vermilion lw 2.2 title leader"
if (rounds == 1) {
    bands = "data u 'round':'q25':'q05':'q95':'q75' w candlesticks lc rgb blue fs transparent solid 0.25 "\
          ."title '5–95, 25–75 %', "
    median = "data u 'round':'median' w points pt 7 ps 1.2 lc rgb blue title 'median', "
    best = "corners u 'round':'best' w points pt 9 ps 1.6 lc rgb vermilion title leader"
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
    kind = rounds == 1 ? 'points pt 7 ps 1.2' : 'lines lw 1.8'
    diversity = "data u 'round':'diversity' w ".kind." lc rgb green title 'diversity: mean distance to centroid'"
    velocity = "data u 'round':'velocity' w ".kind." lc rgb purple title 'velocity: mean step a round'"
    eval 'plot '.(has_diversity ? diversity : '').(has_diversity && has_velocity ? ', ' : '').(has_velocity ? velocity : '')
}
unset multiplot
