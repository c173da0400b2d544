# Inner trainings before and after tuning: medians and quartiles of the best so far, a panel a problem.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'curves' : ARG3
load ARG0[1:strlen(ARG0) - strlen('curves.gp')].'style.gp'

set multiplot
set xrange [0:1]
set xtics 0, small ? 0.5 : 0.25
if (small) { set tics font ',9' }
do for [k = 1:panels] {
    set lmargin at screen value('left_'.k)
    set rmargin at screen value('right_'.k)
    set tmargin at screen value('top_'.k)
    set bmargin at screen value('bottom_'.k)
    eval value('y_axis_'.k)
    set label 1 value('name_'.k) at screen value('left_'.k), value('top_'.k) + 0.02 left font ',10' noenhanced
    if (k == 1) { set key at screen 0.985, 0.968 right top horizontal Right samplen 1.4 font ',10' } else { unset key }
    table = base.'_panel_'.k.'.tsv'
    plot table u 'share':'untuned_q25':'untuned_q75' w filledcurves lc rgb vermilion fs transparent solid 0.15 notitle, \
         table u 'share':'tuned_q25':'tuned_q75' w filledcurves lc rgb blue fs transparent solid 0.15 notitle, \
         table u 'share':'untuned_median' w lines lc rgb vermilion lw 2 title 'untuned', \
         table u 'share':'tuned_median' w lines lc rgb blue lw 2 title 'tuned'
    unset label 1000
    unset label 1001
}
unset multiplot
