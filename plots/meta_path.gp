# Where a swarm went: its positions over two coordinates, coloured by iteration, and the way of its best.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'meta_path' : ARG3
load ARG0[1:strlen(ARG0) - strlen('meta_path.gp')].'style.gp'

# viridis: S. van der Walt and N. Smith, matplotlib, CC0.
set style fill solid 1 noborder
set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', 4 '#21908d', 5 '#27ad81', 6 '#5cc863', 7 '#aadc32', 8 '#fde725')
set cbrange [first_iteration:last_iteration]
set cbtics iteration_step
set style textbox opaque fillcolor rgb '#d8ffffff' noborder margins 0.6, 0.4
set style arrow 1 head filled size screen 0.009, 18 linecolor rgb '#202020' linewidth 1.5
set multiplot
set tmargin at screen 0.83
set bmargin at screen 0.11

do for [k = 1:panels] {
    set lmargin at screen k == 1 ? 0.07 : 0.52
    set rmargin at screen panels == 1 ? 0.885 : k == 1 ? 0.435 : 0.885
    eval value('x_axis_'.k)
    eval value('y_axis_'.k)
    set xlabel value('x_label_'.k) noenhanced
    set ylabel value('y_label_'.k) noenhanced offset 0.5
    if (k == panels) {
        set colorbox user origin 0.91, 0.11 size 0.014, 0.72 noborder
        set cblabel 'iteration' offset 0.3
    } else { unset colorbox }
    set key at graph 0, screen 0.893 left top horizontal Left reverse samplen 1.2 width -2.5 font ',11'
    if (k > 1 && (has_mean_1 || has_variance_1)) { unset key }
    points = "base.'_points_'.k.'.tsv' u 'x':'y':'iteration' w points pt 7 ps 0.75 palette notitle"
    mean = ", base.'_stability_'.k.'.tsv' u 'w':'mean' w lines lc rgb vermilion lw 2 title 'mean: 2(1+w)'"
    variance = ", base.'_stability_'.k.'.tsv' u 'w':'variance' w lines lc rgb purple lw 2 title 'variance: 12(1−w²)/(7−5w)'"
    path = ", base.'_best_'.k.'.tsv' u 'x':'y':'dx':'dy' w vectors arrowstyle 1 notitle"
    marks = ", base.'_best_'.k.'.tsv' u 'x':'y' w points pt 7 ps 1 lc rgb '#202020' notitle"
    mark = ' boxed front point pt 6 ps 1.9 lw 2 lc rgb "#202020" '
    eval 'set label 10 "start" at start_x_'.k.', start_y_'.k.mark.value('start_side_'.k)
    eval 'set label 11 "best" at end_x_'.k.', end_y_'.k.mark.value('end_side_'.k)
    eval 'plot '.points.(value('has_mean_'.k) ? mean : '').(value('has_variance_'.k) ? variance : '').(moves ? path : marks)
    unset label 1000
    unset label 1001
}
unset multiplot
