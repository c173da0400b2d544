# The runs of a --repeat: their leaders, median and bands over the seeds; below it what each of them claims.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'repeat' : ARG3
load ARG0[1:strlen(ARG0) - strlen('repeat.gp')].'style.gp'

set multiplot
set lmargin at screen 0.092
set rmargin at screen 0.975
set tmargin at screen 0.855
set bmargin at screen has_claims ? 0.475 : 0.105
set key at screen 0.092, 0.895 left top horizontal Left reverse
eval x_axis
eval y_axis
set xlabel x_label noenhanced offset 0, 0.4
set label 1 y_label at screen 0.018, screen (has_claims ? 0.665 : 0.48) center rotate noenhanced
data = base.'.tsv'
plot data u "x":"q05":"q95" w filledcurves lc rgb blue title '5–95 % of the seeds', \
     data u "x":"q25":"q75" w filledcurves lc rgb blue fs transparent solid 0.28 title '25–75 %', \
     base.'_runs.tsv' u "x":"best" w steps lc rgb '#60777777' lw 0.6 title 'each run', \
     data u "x":"median" w lines lc rgb vermilion lw 2.2 title 'median'
unset label 1
unset label 1000
unset label 1001

if (has_claims) {
    set tmargin at screen 0.335
    set bmargin at screen 0.105
    eval claims_x_axis
    eval claims_axis
    unset grid
    set grid ytics
    set xlabel claims_x_label
    set label 2 claims_label at screen 0.018, 0.22 center rotate noenhanced
    set key at screen 0.092, 0.378 left top horizontal Left reverse
    marks = "u 'at':'mean':'lo':'hi' w yerrorbars ps claims_size lw 1.3 "
    training = "base.'_training.tsv' ".marks."pt 9 lc rgb orange title 'training', "
    reselected = "base.'_reselected.tsv' ".marks."pt 5 lc rgb sky title 'reselected', "
    validated = "base.'_validated.tsv' ".marks."pt 7 lc rgb black title 'validated', "
    eval 'plot '.(has_training ? training : '').(has_reselected ? reselected : '').(has_validated ? validated : '').'NaN notitle'
}
unset multiplot
