# Maps over two parameters: the median over the seeds, published settings, borders of stability, the path of a search.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'landscape' : ARG3
load ARG0[1:strlen(ARG0) - strlen('landscape.gp')].'style.gp'

# viridis: S. van der Walt and N. Smith, matplotlib, CC0.
set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', 4 '#21908d', 5 '#27ad81', 6 '#5cc863', 7 '#aadc32', 8 '#fde725')
set style fill solid 1 noborder
set style textbox opaque fillcolor rgb '#60ffffff' noborder margins 0.4, 0.3
set multiplot
unset grid
eval x_axis
eval y_axis
do for [k = 1:panels] {
    set lmargin at screen value('left_'.k)
    set rmargin at screen value('right_'.k)
    set tmargin at screen value('top_'.k)
    set bmargin at screen value('bottom_'.k)
    set xlabel x_label noenhanced offset 0, 0.4
    set ylabel y_label noenhanced offset 0.8
    set colorbox user origin value('right_'.k) + 0.012, value('bottom_'.k) size 0.011, value('top_'.k) - value('bottom_'.k) noborder
    if (value('flat_'.k)) { set cbrange [value('level_'.k) - 1:value('level_'.k) + 1] } else { set autoscale cb }
    if (panels == 1) { set cblabel value('unit_'.k) offset 0.3 }
    set label 1 value('name_'.k) at screen value('left_'.k), value('top_'.k) + 0.018 left font panels == 1 ? ',12' : ',10' noenhanced
    if (k == 1 && curves) {
        set key at screen 0.985, 0.968 right top horizontal Right samplen 1.4 font ',10' opaque
    } else { unset key }
    map = "base.'_map_'.k.'.tsv' u 'x':'y':'median' w image notitle"
    mean = ", base.'_stability.tsv' u 'w':'mean' w lines lc rgb '#ffffff' lw 2.4 dt 2 notitle, base.'_stability.tsv' u 'w':'mean' w lines lc rgb vermilion lw 1.6 title 'mean: 2(1+w)'"
    variance = ", base.'_stability.tsv' u 'w':'variance' w lines lc rgb purple lw 2 title 'variance: 12(1−w²)/(7−5w)'"
    shown = ", base.'_literature.tsv' u 'x':'y' w points pt 6 ps 1.3 lw 2.2 lc rgb '#ffffff' notitle, base.'_literature.tsv' u 'x':'y' w points pt 6 ps 1.1 lw 1 lc rgb '#000000' notitle"
    right = "base.'_literature.tsv' u (column('side') == 0 ? column('x') : NaN):'y':'name' w labels left boxed offset 0.9, 0.5 font ',9' noenhanced notitle"
    left = "base.'_literature.tsv' u (column('side') == 1 ? column('x') : NaN):'y':'name' w labels right boxed offset -0.9, 0.5 font ',9' noenhanced notitle"
    names = panels == 1 ? ', '.right.', '.left : ''
    way = ", base.'_path.tsv' u 'x':'y' w linespoints lc rgb '#000000' lw 1.4 pt 7 ps 0.5 notitle"
    best = ", '+' u (value('best_x_'.k)):(value('best_y_'.k)) every ::0::0 w points pt 4 ps 1.6 lw 2.2 lc rgb '#ff3030' notitle"
    eval 'plot '.map.(curves ? mean.variance : '').(points > 0 ? shown.names : '').(steps > 0 ? way : '').best
    unset label 1000
    unset label 1001
}
unset multiplot
