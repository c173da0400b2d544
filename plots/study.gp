# The ways of training of a study: scores over the seeds, and how far what is claimed is from them.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'study' : ARG3
load ARG0[1:strlen(ARG0) - strlen('study.gp')].'style.gp'

set multiplot
set tmargin at screen 0.855
set bmargin at screen 0.105
unset grid
set grid xtics
data = base.'.tsv'
eval y_axis
do for [k = 1:lines] { set label 10 + k value('name_'.k) at screen left - 0.012, first k right noenhanced }

set lmargin at screen left
set rmargin at screen 0.66
eval score_axis
set xlabel 'validated rows' noenhanced offset 0, 0.4
set key at screen left, 0.895 left top horizontal Left reverse
plot base.'_runs.tsv' u "validated":"place" w points pt 7 ps 0.35 lc rgb '#999999' title 'a seed', \
     data u "q25":"place":(column("q75") - column("q25")):(0) w vectors nohead lw 5 lc rgb '#900072b2' title '25–75 %', \
     data u "score":"place":"score_lo":"score_hi" w xerrorbars pt 7 ps 0.9 lw 1.4 lc rgb vermilion title 'mean, 95 %'
unset label
set lmargin at screen 0.70
set rmargin at screen 0.975
eval ratio_axis
set xlabel 'times the validated score' noenhanced offset 0, 0.4
set key at screen 0.70, 0.895 left top horizontal Left reverse
set arrow 1 from 1, graph 0 to 1, graph 1 nohead lw 1.2 lc rgb '#333333' back
plot data u "training":(column("place") + 0.12):"training_lo":"training_hi" w xerrorbars pt 9 ps 0.9 lw 1.3 lc rgb orange title 'training', \
     data u "claim":(column("place") - 0.12):"claim_lo":"claim_hi" w xerrorbars pt 5 ps 0.8 lw 1.3 lc rgb blue title 'claimed'
unset multiplot
