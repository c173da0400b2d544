#!/usr/bin/env bash
# processors.sh MODEL   The program and its engines on another processor, emulated by qemu-x86_64: an instruction that the model does
# not have is an illegal one there, as it is on the real processor. qemu-user knows AVX2, and no AVX-512. The signature is the
# expected one and a short training leaves the bytes that it leaves on this processor. On Haswell (AVX2) and Nehalem (no AVX):
# test_simd, test_player, and the short form of test_lanes. FULL=2: all of it, and the whole of quick.ini.
. "$(dirname "$0")/shell.sh" || exit 1
model=$1
build=${BUILD:-build/release}
command -v qemu-x86_64 >/dev/null
say $? "qemu-x86_64 is installed (Debian: qemu-user)"
[ $failed = 0 ] || exit 1
emulated() { qemu-x86_64 -cpu "$model" "$@" 2>err; }

emulated "$program" bench signature | cmp - "$root/tests/expected/signature.txt"
say $? "$model: the signature"
grep -v "TCG doesn't support" err

same_training() { # TEXT SETTING...: of quick.ini
    local text=$1 file
    shift
    rm -rf native other
    "$program" train quick "$@" -q --out native >log 2>&1 </dev/null && emulated "$program" train quick "$@" -q --out other >log </dev/null
    say $? "$model: $text ends"
    for file in metrics.tsv games.tsv weights.ini result.tsv checkpoint; do
        same "$model: $text leaves the same $file" native/$file other/$file
    done
}
same_training "a training of 100,000 pieces" --set training.total_pieces=1e5

case $model in
Haswell | Nehalem)
    [ -z "${FULL-}" ] || same_training "the whole training"
    for test in test_simd test_player test_lanes; do
        # Its lines are counted as they are.
        qemu-x86_64 -cpu "$model" "$root/$build/tests/$test" 2>&1 </dev/null | grep -v "TCG doesn't support"
        say "${PIPESTATUS[0]}" "$model: $test"
    done
    ;;
esac
exit $failed
