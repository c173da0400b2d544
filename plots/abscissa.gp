# What a run, or several, are drawn against, as x_axis says: the column x_column of their tables, metrics_of(RUN, K) for number K
# of them. Seconds are not in metrics.tsv: swarmtris plot --axis seconds has made BASE_seconds_K.tsv, the same with one more
# column.
x_label = x_axis eq 'iterations' ? 'iteration' : x_axis eq 'seconds' ? 'seconds' : cost_noun.(cost_noun eq 'pieces' ? ' played' \
    : '')
x_scale = x_axis eq 'pieces' && cost_noun eq 'pieces' ? 'played' : 'exact'
x_column = x_axis eq 'iterations' ? iteration : x_axis
drawable = "if (lo > hi) { sentence = run.': no number in the column '.x_column; eval refuse }"
metrics_of(run, k) = x_axis eq 'seconds' ? sprintf('%s_seconds_%d.tsv', base, k) : run.'/metrics.tsv'
