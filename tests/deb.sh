#!/usr/bin/env bash
# deb.sh: the packages of make deb. lintian has no error or warning; they install in a bare Debian, do there what they are for, and leave
# nothing behind. Root and debootstrap are needed. DEB=FOLDER: where that Debian is unpacked (default /var/cache/swarmtris/deb).
. "$(dirname "$0")/shell.sh" || exit 1
bare=$(realpath -m "${DEB:-/var/cache/swarmtris/deb}") fresh=$(realpath -m "${BARE:-/var/cache/swarmtris/bare}").tar
. "$root/tests/chroot.sh"
enter
trap 'leave; rm -rf "$work"' EXIT
does() { # TEXT COMMAND: in the bare Debian
    inside "cd /root && $2" >log 2>&1
    local status=$?
    say $status "$1"
    [ $status = 0 ] || tail -n 20 log | sed 's/^/# /'
}
lintian --allow-root --fail-on error,warning "$root"/build/deb/*.changes >log 2>&1
say $? "lintian has no error or warning"
sed 's/^/# /' log

find "$root/build/deb" -name '*.deb' -not -name '*-dbgsym_*' -exec cp -t "$bare/root" {} +
cp "$root"/tests/examples/train.c "$root"/tests/python/*.py "$bare/root"
install="DEBIAN_FRONTEND=noninteractive apt-get -qq -y install"
does "apt installs swarmtris and what it recommends" "apt-get -qq update && $install ./swarmtris_*.deb"
does "it trains" "swarmtris train quick -q --out runs/first && swarmtris play -q runs/first/weights.ini --gif game.gif"
"$program" train quick -q --out here >log 2>&1
for file in metrics.tsv weights.ini result.tsv; do
    same "... and leaves the same $file as the program here" "here/$file" "$bare/root/runs/first/$file"
done
does "it draws charts and a page" "swarmtris plot runs/first && swarmtris report runs/first && test -s runs/first/charts/convergence.png"
does "apt installs the others" "$install --no-install-recommends ./*.deb gcc libc6-dev pkg-config"
does "Python: all of checks.py" "python3 -W error checks.py /usr/bin/swarmtris plain"
does "C: pkg-config compiles the example" 'gcc -std=c11 -o train train.c $(pkg-config --cflags --libs swarmtris) && ./train >shared'
does "... and with the static library" 'gcc -std=c11 -o train train.c $(pkg-config --static --cflags --libs swarmtris |
    sed "s/-lswarmtris/-l:libswarmtris.a/") && ! ldd train | grep swarmtris && ./train | cmp - shared'
if [ -e "$bare/usr/bin/swarmtris-mpi" ]; then
    does "swarmtris-mpi trains, the same" "mpirun --allow-run-as-root --oversubscribe -n 2 swarmtris-mpi train quick -q --out mpi </dev/null &&
        cmp mpi/metrics.tsv runs/first/metrics.tsv"
fi
does "apt takes them away" "apt-get -qq -y purge '*swarmtris*'"
left=$(find "$bare" -mindepth 1 -xdev -name '*swarmtris*' -not -path "$bare/root/*" -not -path "$bare/proc/*")
none "$left" "nothing is left of them"
exit $failed
