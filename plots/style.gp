# What all charts share. A chart is drawn inside the folder that holds its tables:
#     gnuplot -c PLOTS/NAME.gp FORMAT OUT [BASE]
# FORMAT png, svg or pdf; OUT the picture; BASE how its tables begin, NAME if left out. BASE.set brings title, axes and labels.

set encoding utf8
if (format eq 'svg') {
    set terminal svg size 1100,680 font 'DejaVu Sans,14' background '#ffffff' linewidth 1.2 dashlength 0.9 name 'swarmtris'
} else { if (format eq 'pdf') {
    set terminal pdfcairo size 11in,6.8in font 'DejaVu Sans,12' fontscale 0.71 linewidth 1.6 dashlength 0.9 background '#ffffff'
} else {
    set terminal pngcairo size 1100,680 font 'DejaVu Sans,12' linewidth 1.4 dashlength 0.9 background '#ffffff'
} }
set output out

# Okabe & Ito, Color Universal Design, 2008.
black = '#000000'; orange = '#e69f00'; sky = '#56b4e9'; green = '#009e73'; yellow = '#f0e442'
blue = '#0072b2'; vermilion = '#d55e00'; purple = '#cc79a7'; grey = '#777777'
array hue[8] = [blue, vermilion, green, purple, orange, sky, black, grey]
do for [k = 1:64] { set linetype k linecolor rgb hue[(k - 1) % 8 + 1] linewidth 2 dashtype 1 + (k - 1) / 8 % 4 pointtype 7 pointsize 0.7 }

set datafile separator "\t"
set datafile columnheaders
set style fill transparent solid 0.15 noborder
set border 3 linewidth 0.8 linecolor rgb '#333333'
set tics nomirror out scale 0.6, 0.3
set grid xtics ytics back linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7 dashtype 1
set key noenhanced samplen 2.2 spacing 1.15 textcolor rgb '#222222'

# The three lines on top of every chart: title, what it says in numbers, and (in the margin of the panel) the key.
title = ''; subtitle = ''
load base.'.set'
set label 1000 title at screen 0.02, 0.965 left font ',15' noenhanced
set label 1001 subtitle at screen 0.02, 0.924 left textcolor rgb '#555555' noenhanced
