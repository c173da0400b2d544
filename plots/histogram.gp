# The games of given weights: how many had which score, beside the exponential of the same mean. That one a controller without memory
# that can lose at any move would have. Reads games.tsv.
chart = 'histogram'
run = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5
here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }
load here.'style.gp'

table = run.'/games.tsv'
stats table u 'score' nooutput
n = int(STATS_records); mean = STATS_mean; most = STATS_max; fewest = STATS_min; middle = STATS_median
half = n > 1 ? student(n) * STATS_ssd / sqrt(n) : NaN

# ---- Bars: a round number near the width of Freedman and Diaconis, whole because scores are ----
wide = min(max(2 * (STATS_up_quartile - STATS_lo_quartile) / n**(1.0 / 3), most / 80.0), most / 10.0)
wide = wide > 1.5 ? near(wide) : 1.0
bars = int(floor(most / wide)) + 1
array bar[bars]
do for [b = 1:bars] { bar[b] = 0 }
stats table u (v = column('score'), b = v == v ? int(floor(v / wide)) + 1 : 0, b > 0 ? (bar[b] = bar[b] + 1) : 0, 0) nooutput
curve = mean > 0
tallest = curve ? n * wide / mean : 1
do for [b = 1:bars] { tallest = max(tallest, bar[b]) }
end = bars * wide

# How many games had at most so much.
set xrange [fewest - 1:most + 1]
set yrange [0:n + 1]
set table $ecdf
plot table u 'score':(1) smooth cumulative
unset table
set datafile separator whitespace
set datafile nocolumnheaders
eval forget
stats $ecdf u 1 nooutput
steps = int(STATS_records); thin = (steps + 1199) / 1200
stats $ecdf every ::0::0 u (first = $2, 0) nooutput

title = name.': '.score_noun.a_play
subtitle = n == 1 ? '1'.a_play[3:*].': '.number(mean).' '.score_noun : \
    number(n).' '.play_noun.': mean '.number(mean).' (95 % interval '.number(max(mean - half, 0)).' to '.number(mean + half) \
         .'), median '.number(middle).'; line: exponential of the same mean'
eval headline

set multiplot
# Two panels side by side, where a line is short one below the other, or the first alone.
panel_top = from_top(0.85); upper = narrow && !shallow ? 0.5 + from_bottom(0.08) : from_bottom(0.115); lower = narrow ? 0.5 - from_bottom(0.06) : panel_top
set tmargin at screen panel_top
set bmargin at screen upper
lo = 0; hi = end; letter = 'x'; scale = 'exact'; want = end < 5 ? int(end) : 5; load here.'axis.gp'
set xlabel score_noun.a_play noenhanced
set samples 200

set lmargin at screen left_edge - from_left(0.007)
set rmargin at screen narrow ? right_edge : 0.485
lo = 0; hi = tallest * 1.05; letter = 'y'; scale = 'exact'; want = 8; load here.'axis.gp'
set label 1 wide > 1 ? play_noun.' in each '.number(wide).' '.score_noun : play_noun at screen from_left(0.018), (panel_top + upper) / 2 center rotate \
    noenhanced
set boxwidth wide absolute
set key at screen left_edge - from_left(0.007), from_top(0.89) left top horizontal Left reverse
boxes = "bar u (($1 - 0.5) * wide):2 w boxes lc rgb blue lw 0.4 fs solid 0.55 border rgb '#ffffff' title play_noun"
eval 'plot '.boxes.(curve ? ", n * wide / mean * exp(-x / mean) w lines lc rgb vermilion lw 2 title 'exponential'" : '')
eval headless

if (narrow && shallow) { unset multiplot; exit }
# ---- Survival: the last step keeps its height, for 0 has no place on the axis ----
set lmargin at screen narrow ? left_edge - from_left(0.007) : 0.585
set rmargin at screen right_edge
set tmargin at screen lower
set bmargin at screen from_bottom(0.115)
lo = 0.5 / n; hi = 1.15; least = lo; letter = 'y'; scale = 'log'; want = 6; load here.'axis.gp'
set yrange [0.5 / n:1.15]
set xlabel 'r ('.score_noun.')' noenhanced
set label 1 'share of '.play_noun.' with more than r '.score_noun at screen narrow ? from_left(0.018) : 0.51, (lower + from_bottom(0.115)) / 2 center rotate noenhanced
set key at screen narrow ? left_edge - from_left(0.007) : 0.585, lower + from_bottom(0.04) left top horizontal Left reverse
before = 1.0
longer(s) = n - s > 0.5 ? (before = (n - s) / n) : before
expo = "0 < x && x < -log(0.5 / n) * mean ? exp(-x / mean) : NaN w lines lc rgb vermilion lw 1.6 title 'exponential', "
begin = fewest > 0 ? \
    "'+' every ::0::0 u (0):(1.0):(fewest):(0) w vectors nohead lc rgb blue lw 2 notitle, '+' every ::0::0 u " \
        ."(fewest):(1.0):(0):((n - first) / n - 1) w vectors nohead lc rgb blue lw 2 notitle, " : ''
eval 'plot '.(curve ? expo : '').begin."$ecdf every thin u 1:(longer($2)) w ".(steps > 1 ? 'steps' : \
    'points pt 7')." lc rgb blue lw 2 title play_noun"
unset multiplot
