# Tuned against untuned parameters on blocks that the search had not seen: one panel a problem.
format = ARG1; out = ARG2; base = ARG3 eq '' ? 'heldout' : ARG3
load ARG0[1:strlen(ARG0) - strlen('heldout.gp')].'style.gp'

set multiplot
set xrange [0.5:2.5]
name_below = panels > 8 ? ',9' : ',11'
set xtics ('tuned' 1, 'untuned' 2) font name_below
set boxwidth 0.42 absolute
name_font = small ? ',9' : ',13'; note_font = small ? ',8' : ',11'
if (small) {
    set tics font ',8'
    set xtics ('tuned' 1, 'untuned' 2) font ',7' offset 0, 0.6
}
unset key
unset grid
set grid ytics
do for [k = 1:panels] {
    set lmargin at screen value('left_'.k)
    set rmargin at screen value('right_'.k)
    set tmargin at screen value('top_'.k)
    set bmargin at screen value('bottom_'.k)
    eval value('y_axis_'.k)
    top = value('top_'.k)
    set label 1 value('name_'.k) at screen value('middle_'.k), top + (small ? 0.042 : 0.085) center font name_font noenhanced
    set label 2 value('verdict_'.k) at screen value('middle_'.k), top + (small ? 0.018 : 0.054) center font note_font textcolor rgb '#555555'
    if (!small) { set label 3 value('unit_'.k) at screen value('left_'.k), top + 0.022 center font note_font }
    boxes = base.'_boxes_'.k.'.tsv'
    pairs = base.'_pairs_'.k.'.tsv'
    plot pairs u "x":"score" w linespoints lc rgb '#999999' lw 0.7 pt 7 ps 0.4, \
         boxes u "x":"q25":"min":"max":"q75":($0 == 0 ? 0x0072b2 : 0xd55e00) w candlesticks lc rgb variable lw 1.6 fs transparent solid 0.3 border whiskerbars 0.5, \
         boxes u "left":"median":"width":"level":($0 == 0 ? 0x0072b2 : 0xd55e00) w vectors nohead lc rgb variable lw 3.2
    unset label 1000
    unset label 1001
}
unset multiplot
