#!/usr/bin/env bash
# wheel.sh FOLDER LIBRARY VERSION: makes swarmtris-VERSION-py3-none-PLATFORM.whl in FOLDER: swarmtris.py, the library, which finds what lies
# beside it, and the libraries that not every system has, each with its licence. PYTHON (python3) needs setuptools and wheel.
set -e
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3} folder=$1 library=$2 version=$3
"$python" -c 'import setuptools, wheel' 2>/dev/null || { echo "$python has no setuptools or wheel: try make deps NAME=wheel, or PYTHON=/usr/bin/python3" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder/swarmtris"
cp src/api/swarmtris.py "$folder/swarmtris/__init__.py"
"${OBJCOPY:-objcopy}" --strip-unneeded "$library" "$folder/swarmtris/libswarmtris.so"
cp LICENSE "$folder"
ldd "$library" | awk '$1 ~ /^lib(inih|sleef|gomp)/ { print $1, $3 }' | while read -r name path; do
    cp -L "$path" "$folder/swarmtris/$name"
    package=$(dpkg-query -S "*/$name" 2>/dev/null | sed -n '1s/:.*//p')
    cp "/usr/share/doc/${package:-none}/copyright" "$folder/swarmtris/LICENSE.$name" 2>/dev/null ||
        echo "wheel: the licence of $name was not found; it must travel with the wheel" >&2
done
platform=$("$python" -c 'import sysconfig; print(sysconfig.get_platform().replace("-", "_").replace(".", "_"))')
cat >"$folder/pyproject.toml" <<END
[build-system]
requires = ["setuptools", "wheel"]
build-backend = "setuptools.build_meta"
[project]
name = "swarmtris"
version = "$version"
description = "Players of Tetris and other games, swarms that train them, and optimisers for functions of your own"
requires-python = ">=3.8"
license = { file = "LICENSE" }
[tool.setuptools]
packages = ["swarmtris"]
package-data = { swarmtris = ["*.so*", "LICENSE.*"] }
[tool.distutils.bdist_wheel]
plat-name = "$platform"
END
cd "$folder"
"$python" -c 'from setuptools import build_meta; build_meta.build_wheel(".")' >log 2>&1 || { cat log >&2; exit 1; }
ls "$PWD"/*.whl
