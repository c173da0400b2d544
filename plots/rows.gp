# A chart of `rows`, one below the other, called label[1] .. label[rows] on the left: makes the picture higher where they need it,
# places the labels, the margins and the axis of rows, the first row on top (1) or at the bottom where upwards is 1, and the
# headline. right: where the panel ends, a place; longest: letters of the longest label.
if (!exists('upwards')) { upwards = 0 }
n = rows; grow = 0.25; load here.'grow.gp'
left = min(from_left(0.04) + 1.07 * letter_width * (longest + 1), 0.5)
set lmargin at screen left
set rmargin at screen from_right(right)
want = max(2, min(7, int((from_right(right) - left) / (7 * letter_width)))) # numbers for which the horizontal axis has room
set tmargin at screen from_top(0.855)
set bmargin at screen from_bottom(0.105)
unset key
unset grid
set grid xtics
if (upwards) { set yrange [0.4:rows + 0.6] } else { set yrange [rows + 0.6:0.4] }
unset ytics
do for [r = 1:rows] { set label 10 + r label[r] at screen left - from_left(0.012), first r right noenhanced }
eval headline
