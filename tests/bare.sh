#!/usr/bin/env bash
# bare.sh: make quickstart and make verify on a bare Debian 12 that has git and make only. Root and debootstrap are needed.
# AVX-512, which few processors have, is hidden (SWARMTRIS_CPU=avx512: not).
# BARE=FOLDER   where it is unpacked (default /var/cache/swarmtris/bare), from FOLDER.tar, which is made the first time and kept.
set -u
cd "$(dirname "$0")/.." || exit 1
bare=$(realpath -m "${BARE:-/var/cache/swarmtris/bare}")
fresh=$bare.tar
. tests/chroot.sh
enter

# A clone of what is committed. file:// makes git copy objects instead of linking them.
git clone --quiet "file://$PWD" "$bare/root/swarmtris" || fail "cannot clone"
[ -z "$(git status --porcelain)" ] || echo "bare: not committed, so not tried: $(git status --porcelain | wc -l) files"

worst=0
for target in quickstart verify; do
    start=$SECONDS
    inside "cd /root/swarmtris && SWARMTRIS_CPU=${SWARMTRIS_CPU:-avx2} make $target" 2>&1 | tee "$bare.$target.log"
    status=${PIPESTATUS[0]}
    [ "$status" = 0 ] || worst=1
    statuses="${statuses-}$target: status $status after $((SECONDS - start)) s, log $bare.$target.log"$'\n'
done
printf '\n%s' "$statuses"
exit $worst
