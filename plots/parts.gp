# The problems of a `table`, each with one budget: panel k shows the rows of which is_part(k) is true, under the name
# part_name(k). Rows of which usable() is not true do not count. At most parts_most of them are drawn; parts: how many there are
# in all.
array part_problem[parts_most]
array part_budget[parts_most]
parts = 0; several_budgets = 0
known(problem, budget) = parts == 0 ? 0 : sum [i = 1:min(parts, parts_most)] (part_problem[i] eq problem && part_budget[i] == \
    budget)
enter(problem, budget) = known(problem, budget) ? 0 : (parts = parts + 1, parts <= parts_most ? (part_problem[parts] = problem, \
    part_budget[parts] = budget, 0) : 0)
eval forget
stats table u (usable(0) ? enter(strcol('problem'), column('budget')) : 0, several_budgets = several_budgets || \
    column('budget') != part_budget[1], 0) nooutput
is_part(k) = strcol('problem') eq part_problem[k] && column('budget') == part_budget[k]
part_name(k) = several_budgets ? sprintf('%s x%g', part_problem[k], part_budget[k]) : part_problem[k]
panels = min(parts, parts_most)
