# Moves place[1] .. place[n], shares of an axis, apart until all of them are `gap` from each other and within 0 .. 1, as far as
# they fit, by the least squares of the moves; they keep their order.
if (n > 1 && gap * (n - 1) > 1) { gap = 1.0 / (n - 1) }
array order[n]; array total[n]; array members[n]
do for [i = 1:n] {
    order[i] = i
    do for [j = 2:i] {
        j = i + 2 - j
        if (place[order[j - 1]] > place[order[j]]) { swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap }
    }
}
# Less its part of the gaps, a place may equal its neighbour: places that are out of order become one block, at their mean.
blocks = 0
do for [i = 1:n] {
    blocks = blocks + 1; total[blocks] = place[order[i]] - (i - 1) * gap; members[blocks] = 1
    while (blocks > 1 && total[max(blocks - 1, 1)] * members[blocks] > total[blocks] * members[max(blocks - 1, 1)]) {
        blocks = blocks - 1
        total[blocks] = total[blocks] + total[blocks + 1]; members[blocks] = members[blocks] + members[blocks + 1]
    }
}
i = 0
do for [block = 1:blocks] {
    do for [j = 1:members[block]] {
        place[order[i + 1]] = max(0, min(1 - (n - 1) * gap, total[block] / members[block])) + i * gap
        i = i + 1
    }
}
