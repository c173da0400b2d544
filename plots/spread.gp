# Moves place[1] .. place[n], shares of an axis, apart until all of them are `gap` from each other and within 0 .. 1, as far as
# they fit; they keep their order. order[] is room for n numbers.
if (n > 1 && gap * (n - 1) > 1) { gap = 1.0 / (n - 1) }
array order[n]
do for [i = 1:n] {
    order[i] = i
    do for [j = 2:i] {
        j = i + 2 - j
        if (place[order[j - 1]] > place[order[j]]) { swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap }
    }
}
do for [sweep = 1:200] {
    do for [i = 2:n] {
        near_by = gap - (place[order[i]] - place[order[i - 1]])
        if (near_by > 0) { place[order[i - 1]] = place[order[i - 1]] - near_by / 2; place[order[i]] = place[order[i]] + near_by \
            / 2 }
    }
    do for [i = 1:n] { place[i] = max(0, min(1, place[i])) }
}
