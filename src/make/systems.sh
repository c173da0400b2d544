#!/usr/bin/env bash
# systems.sh [SYSTEM]...: prints systems_built.h, the lists of the parts of these systems, which registry.h puts behind those of the core;
# and SYSTEMS_ABSENT, the parts of all others with the system that they belong to. The lists come from src/systems/NAME/parts.list.
set -e
cd "$(dirname "$0")/../.." || exit 1
rows() { # KIND SYSTEM...: "X(struct, "name") " for each part of this kind
    local kind=$1 system
    shift
    for system; do awk -v kind="$kind" '$1 == kind { printf " X(%s, \"%s\")", $2, $3 }' "src/systems/$system/parts.list"; done
}
signatures() { # SYSTEM...: X("system", "settings") for each training that its signature is made of
    for system; do awk -v of="$system" '$1 == "signature" { $1 = $2 = ""; printf " X(\"%s\", \"%s\")", of, substr($0, 3) }' "src/systems/$system/parts.list"; done
}
echo '/* systems_built.h. Made by src/make/systems.sh: the founding systems of this build. */'
for system; do [ ! -e "src/systems/$system/presets.h" ] || echo "#include \"systems/$system/presets.h\""; done
for kind in game agent optimiser gapreset verb reader objective chance observer section chart studychart file; do
    echo "#define SYSTEMS_$(tr a-z A-Z <<<$kind)S(X)$(rows $kind "$@")"
done
echo "#define SYSTEMS_SIGNATURES(X)$(signatures "$@")"
echo "#define SYSTEMS_BUILT(X)$([ $# = 0 ] || printf ' X(%s)' "$@")"
printf '#define SYSTEMS_ABSENT(X)'
for list in src/systems/*/parts.list; do
    system=$(basename "$(dirname "$list")")
    case " $* " in *" $system "*) continue ;; esac
    awk -v of="$system" '!/^#/ && $1 != "signature" { printf " X(\"%s\", \"%s\", \"%s\")", $1, $3, of }' "$list"
done
echo
