#!/usr/bin/env bash
# deb.sh ARCHIVE VERSION ABI DATE: makes Debian packages in build/deb of an archive of make dist, by the files of src/make/debian.
# The environment may have DEB_BUILD_OPTIONS, such as nocheck; swarmtris-mpi is made where Open MPI is installed.
set -e
cd "$(dirname "$0")/../.."
command -v dh >/dev/null || { echo "debhelper is missing: try make deps NAME=deb" >&2; exit 1; }
pkg-config --exists ompi-c || export DEB_BUILD_PROFILES="$DEB_BUILD_PROFILES pkg.swarmtris.nompi"
rm -rf build/deb
mkdir build/deb
tar -C build/deb -xf "$1"
cd "build/deb/swarmtris-$2"
rm -f swarmtris.html # a source package holds what is made by hand; debian/rules makes the page
cp -r src/make/debian debian
mv debian/libswarmtris.install "debian/libswarmtris$3.install"
sed -i "s/@ABI@/$3/" debian/control
cat >debian/changelog <<END
swarmtris ($2) unstable; urgency=medium

  * Release $2; CHANGELOG.md has its changes.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date -u -R -d "$4")
END
DEB_BUILD_OPTIONS="parallel=$(nproc) $DEB_BUILD_OPTIONS" dpkg-buildpackage -us -uc
cd ..
rm -r "swarmtris-$2"
ls "$PWD"/*.deb
