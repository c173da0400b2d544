#!/usr/bin/env bash
# sh_pcg.sh: our PCG32 against its author's C++ library (Debian: libpcg-cpp-dev), where that and g++ are installed: 10^7 draws of
# several streams, and bounded draws. Both programs print a line a stream, with a fingerprint of all draws.
. "$(dirname "$0")/shell.sh" || exit 1

if ! command -v g++ >gxx || ! echo '#include <pcg_random.hpp>' | g++ -x c++ -fsyntax-only - 2>why; then
    echo "skip - PCG32 against libpcg-cpp-dev: that package or g++ is not installed"
    exit 0
fi

# What both do; OURS is C, the library's is C++.
cat >same.h <<'EOF'
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
int main(void)
{
    static const uint64_t name[][2] = {{42, 54}, {0, 0}, {1, 0xffffffffffffffffu}, {0xffffffffffffffffu, 1},
                                       {0x123456789abcdef0u, 0xfedcba9876543210u}};
    static const uint32_t bound[] = {1, 2, 3, 7, 1000, 3u << 30, 0xffffffffu};
    for (unsigned s = 0; s < sizeof name / sizeof *name; s++) {
        uint64_t hash = 0xcbf29ce484222325u;
        MAKE(name[s][0], name[s][1]);
        for (int i = 0; i < 10000000; i++) hash = (hash ^ DRAW) * 0x100000001b3u;
        printf("%u draws %016" PRIx64 "\n", s, hash);
        for (unsigned b = 0; b < sizeof bound / sizeof *bound; b++) {
            for (int i = 0; i < 10000; i++) hash = (hash ^ BELOW(bound[b])) * 0x100000001b3u;
            printf("%u below %" PRIu32 " %016" PRIx64 "\n", s, bound[b], hash);
        }
    }
    return 0;
}
EOF
cat >ours.c <<'EOF'
#include "base/rng.h"
#define MAKE(seed, stream) Rng r; rng_seed(&r, seed, stream)
#define DRAW rng_u32(&r)
#define BELOW(bound) rng_below(&r, bound)
#include "same.h"
EOF
cat >theirs.cpp <<'EOF'
#include <pcg_random.hpp>
#define MAKE(seed, stream) pcg32 r(seed, stream)
#define DRAW r()
#define BELOW(bound) r(bound)
#include "same.h"
EOF

# shellcheck disable=SC2046 # several words
${CC:-cc} -std=c11 -O2 -I"$root/src" -o ours ours.c "$root"/src/base/{rng,real}.c $(pkg-config --libs sleef) -lm &&
    g++ -O2 -o theirs theirs.cpp &&
    ./ours >ours.txt && ./theirs >theirs.txt || {
    say 1 "PCG32 against libpcg-cpp-dev: the programs cannot be built or run"
    exit $failed
}
for what in draws below; do
    n=$(grep -c " $what " ours.txt)
    [ "$n" -ge 5 ] && cmp -s <(grep " $what " ours.txt) <(grep " $what " theirs.txt)
    say $? "PCG32 against libpcg-cpp-dev: $what, $n comparisons"
    diff ours.txt theirs.txt | grep " $what " | head
done
exit $failed
