#!/usr/bin/env bash
# sh_campaigns.sh: a sample of the campaigns of campaign.sh, always the same one; and they find the faults of a careless program.
. "$(dirname "$0")/shell.sh" || exit 1
export BUILD=${BUILD:-build/release} SWARMTRIS=$program JOBS=1

SAMPLE=60 "$root/tests/campaign.sh" faults train eval compare export || failed=1
SAMPLE=20 "$root/tests/campaign.sh" faults info verify || failed=1
SAMPLE=15 "$root/tests/campaign.sh" faults check || failed=1
SAMPLE=200 "$root/tests/campaign.sh" memory train compare export gif || failed=1
SAMPLE=1 "$root/tests/campaign.sh" memory list || failed=1 # a list without its end would not be noticed
SAMPLE=40 "$root/tests/campaign.sh" power train eval || failed=1
SAMPLE=5 "$root/tests/campaign.sh" power export || failed=1
! command -v gnuplot >/dev/null || SAMPLE=9 "$root/tests/campaign.sh" power plot || failed=1

# Writes its file in place, does not look whether that worked, and does not wait for the disk.
printf '#!/bin/sh\nread -r list <list.txt\necho "$list" >all.tsv\nexit 0\n' >careless && chmod +x careless
finds() { # TEXT KIND
    SWARMTRIS=$work/careless TRACER_ONLY=$(realpath /bin/sh) SAMPLE=1 "$root/tests/campaign.sh" $2 export >out 2>&1
    ! grep -q '^skip' out || { grep '^skip' out; return; }
    grep -q "^not ok - $2: export" out && grep -q "$1" out
    local found=$?
    say $found "$2 finds: $1"
    [ $found = 0 ] || sed 's/^/# /' out
}
finds "ENOSPC write all.tsv: ... though the status is 0" faults
finds "kill write all.tsv: all.tsv is neither old nor new" faults
finds "half-unsaved: all.tsv is neither old nor new" power
exit $failed
