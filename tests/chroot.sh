# chroot.sh. A Debian 12 beside that of this machine, for the scripts that include it: debian makes one; enter makes the folder $bare a bare
# one with git and make, and inside COMMAND runs there. fresh: the archive that enter unpacks, made the first time and kept.
fail() { echo "$(basename "$0"): $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "must be root"
command -v debootstrap >/dev/null || fail "needs debootstrap: apt-get install debootstrap"

guarded() { # FILE...: it is what root has put there: what root unpacks and runs, nobody else can have written
    for file; do
        mkdir -p "$(dirname "$file")"
        [ -z "$(find "$(dirname "$file")" -maxdepth 0 \( -not -user 0 -o -perm /022 \))" ] || fail "$(dirname "$file") must be writable by root alone"
        [ ! -L "$file" ] && [ -z "$(find "$file" -maxdepth 0 \( -not -user 0 -o -perm /022 \) 2>/dev/null)" ] || fail "$file must be root's alone"
    done
}
debian() { # FOLDER OPTION...: of debootstrap; from the mirror that this machine uses itself
    local folder=$1 release=bookworm mirror
    shift
    mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk -v r=$release '$2 == r { print $1; exit }')
    [ -z "$(ls -A "$folder" 2>/dev/null)" ] || fail "$folder is not empty and not of our making"
    debootstrap --variant=minbase "$@" $release "$folder" ${mirror:+"$mirror"} || fail "debootstrap failed"
}
inside() { chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb sh -c "$1" </dev/null; }
leave() {
    for folder in dev/shm dev/pts dev proc; do ! mountpoint -q "$bare/$folder" || umount "$bare/$folder" || umount -l "$bare/$folder"; done
}
enter() { # what is mounted leaves when the script ends
    guarded "$bare" "$fresh" "$fresh.part"
    # A system that has never seen a package of ours, kept as an archive so that every run starts from it.
    if [ ! -s "$fresh" ]; then
        debian "$bare" --include=git,make,ca-certificates
        tar -C "$bare" -cf "$fresh.part" . && mv "$fresh.part" "$fresh" || fail "cannot write $fresh"
    fi
    leave
    trap leave EXIT
    trap 'exit 130' INT TERM
    # Whatever is still mounted there would be removed too.
    ! grep -q " $bare/" /proc/mounts || fail "something is mounted below $bare"
    rm -rf "$bare" && mkdir -p "$bare" && tar -C "$bare" -xf "$fresh" || fail "cannot unpack $fresh"
    mount -t proc proc "$bare/proc" && mount -t tmpfs -o mode=755 tmpfs "$bare/dev" && mkdir "$bare"/dev/{pts,shm} || fail "cannot mount"
    mount -t devpts -o ptmxmode=666,newinstance devpts "$bare/dev/pts" && mount -t tmpfs tmpfs "$bare/dev/shm" || fail "cannot mount"
    for device in null zero full random urandom tty; do cp -a /dev/$device "$bare/dev/"; done
    ln -s pts/ptmx "$bare/dev/ptmx" && ln -s /proc/self/fd "$bare/dev/fd"
    for stream in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${stream#*:}" "$bare/dev/${stream%:*}"; done

    # apt reaches what it reaches here.
    cp -L /etc/resolv.conf "$bare/etc/"
    cp -a /etc/hosts "$bare/etc/"
    rm -f "$bare/etc/apt/sources.list"
    cp -a /etc/apt/. "$bare/etc/apt/"
    find /usr/share/keyrings -name '*.gpg' -exec cp -an {} "$bare/usr/share/keyrings/" \;
}
