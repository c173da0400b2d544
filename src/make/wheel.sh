#!/usr/bin/env bash
# wheel.sh FOLDER LIBRARY PROGRAM VERSION: makes swarmtris-VERSION-py3-none-PLATFORM.whl in FOLDER: swarmtris.py and the library, which
# finds what lies beside it; the program with its inis, weights, plot scripts and pages; and the libraries that not every system has, each
# with its licence. The platform is that of the glibc that all of them need. PYTHON (python3) needs setuptools and wheel.
set -e
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3} folder=$1 library=$2 program=$3 version=$4
"$python" -c 'import setuptools, wheel' 2>/dev/null || { echo "$python has no setuptools or wheel: try make deps NAME=wheel, or PYTHON=/usr/bin/python3" >&2; exit 1; }
rm -rf "$folder"
inside=$folder/swarmtris share=$folder/swarmtris/share/swarmtris
mkdir -p "$inside/bin" "$share"
cp src/api/swarmtris.py "$inside/__init__.py"
: >"$inside/py.typed"
"${OBJCOPY:-objcopy}" --strip-unneeded "$library" "$inside/libswarmtris.so"
"${OBJCOPY:-objcopy}" --strip-unneeded "$program" "$inside/bin/swarmtris"
cp LICENSE "$folder"
find README.md CHANGELOG.md CITATION.cff LICENSE params plots bench/README.md bench/tried.md bench/results -type f -print0 | xargs -0 cp -p --parents -t "$share"
cat >"$folder/swarmtris_program.py" <<'END'
"""Starts the program swarmtris, which lies beside the module of its name."""
import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "swarmtris", "bin", "swarmtris")
    os.execv(program, sys.argv)
END
ldd "$library" "$program" | awk '$1 ~ /^lib(inih|sleef|gomp|png|gif|jansson)[0-9]*[.]/ { print $1, $3 }' | sort -u | while read -r name path; do
    cp -L "$path" "$inside/$name"
    package=$(dpkg-query -S "*/$name" 2>/dev/null | sed -n '1s/:.*//p')
    cp "/usr/share/doc/${package:-none}/copyright" "$inside/LICENSE.$name" 2>/dev/null ||
        echo "wheel: the licence of $name was not found; it must travel with the wheel" >&2
done
glibc=$(find "$inside" -name '*.so*' -o -name swarmtris -type f | xargs objdump -T 2>/dev/null | grep -oE 'GLIBC_2[.][0-9]+' | sort -uV | tail -n 1 | tr . _)
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
[project.scripts]
swarmtris = "swarmtris_program:main"
[tool.setuptools]
packages = ["swarmtris"]
py-modules = ["swarmtris_program"]
package-data = { swarmtris = ["*.so*", "LICENSE.*", "py.typed", "bin/*", "share/**"] }
[tool.distutils.bdist_wheel]
plat-name = "manylinux_${glibc#GLIBC_}_$(uname -m)"
END
cd "$folder"
"$python" -c 'from setuptools import build_meta; build_meta.build_wheel(".")' >log 2>&1 || { cat log >&2; exit 1; }
ls "$PWD"/*.whl
