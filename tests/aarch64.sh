#!/usr/bin/env bash
# aarch64.sh [TEST...]: the program for ARM64, compiled here and emulated by qemu-aarch64 with the libraries of that Debian: the signature, the bytes
# of a training and the unit tests (tests/test_x) are those of this processor; the kernels `plain` use its vector instructions, NEON. Needs root and
# debootstrap. ARM64=FOLDER: that Debian (default /var/cache/swarmtris/arm64), made the first time and kept.
. "$(dirname "$0")/shell.sh" || exit 1
. "$root/tests/chroot.sh"
arm=$(realpath -m "${ARM64:-/var/cache/swarmtris/arm64}") cc=aarch64-linux-gnu-gcc
guarded "$arm"
if [ ! -e "$arm/unpacked" ]; then
    rm -rf "$arm"
    # Its packages are fetched, and unpacked without their scripts, which would be programs of that processor.
    packages=libc6-dev,libgcc-12-dev,libinih-dev,libsleef-dev,libpng-dev,libgif-dev,libjansson-dev,libcmocka-dev
    debian "$arm" --foreign --arch=arm64 --include=$packages >log 2>&1 || exit 1
    for package in "$arm"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$arm" || exit 1; done
    touch "$arm/unpacked"
fi
export PKG_CONFIG_LIBDIR=$arm/usr/lib/aarch64-linux-gnu/pkgconfig PKG_CONFIG_SYSROOT_DIR=$arm QEMU_LD_PREFIX=$arm
make_target() { # TARGET...
    make -C "$root" --no-print-directory -j"$(nproc)" CC=$cc CFLAGS="--sysroot=$arm" RUN.release=qemu-aarch64 "$@" >log 2>&1
    local status=$?
    say $status "$cc builds: $*"
    [ $status = 0 ] || tail -n 20 log | sed 's/^/# /'
}
build=build/release-$cc
tests=("${@/#/$build/}")
make_target all "${tests[@]}"
cd "$work" || exit 1

for kernel in "$root/$build"/src/game/tetris/{kernel,columns}-plain-16.o; do
    share=$(aarch64-linux-gnu-objdump -d "$kernel" | awk -F '\t' 'NF > 2 { all++; if ($0 ~ /[ \t{]v[0-9]+\.[0-9]+[bhsd]|\tq[0-9]+,/) neon++ } END { printf "%d", 100 * neon / all }')
    [ "$share" -ge 25 ]
    say $? "$(basename "$kernel"): $share % of its instructions are NEON"
done
qemu-aarch64 "$root/$build/swarmtris" bench signature | cmp - "$root/tests/expected/signature.txt"
say $? "the signature"
"$program" train quick -q --out native >log 2>&1 </dev/null && qemu-aarch64 "$root/$build/swarmtris" train quick -q --out other >log 2>&1 </dev/null
say $? "quick.ini ends"
for file in metrics.tsv games.tsv weights.ini result.tsv checkpoint; do
    same "... and leaves the same $file" native/$file other/$file
done
# What qemu-user does not: its posix_spawn does not tell that a program, gnuplot, is missing, and memory has no limit.
excused=' (test_no_gnuplot|test_memory_runs_out)$'
for test in "${tests[@]}"; do
    # Its lines are counted as they are. By its whole name, since qemu-user finds /proc/self/exe from where the test has gone.
    (cd "$root" && qemu-aarch64 "$root/$test" >"$work/log" 2>&1 </dev/null)
    grep -vE "$excused" log
    grep -qF ' test(s) run.' log && ! grep -E '^\[  FAILED  \] [a-z_]+$' log | grep -qvE "$excused"
    say $? "$(basename "$test")"
done
exit $failed
