#!/usr/bin/env bash
# Writes FOLDER/NOTES.md, which is the section of this version in CHANGELOG.md, and FOLDER/SHA256SUMS of the packages.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
version=$(<"$root/config/VERSION")
cd "$1"
shopt -s nullglob
packages=(verbio_"$version"-*.deb verbio-"$version"-*.tar.gz)
[ ${#packages[@]} -gt 0 ] || { echo "release.sh: there is no package of version $version in $1; run make release." >&2; exit 1; }
awk -v heading="## $version, " '
    index($0, heading) == 1 { inside = 1; next }
    /^## / { inside = 0 }
    inside' "$root/CHANGELOG.md" | sed -e '/./,$!d' >NOTES.md
[ -s NOTES.md ] || { echo "release.sh: CHANGELOG.md has no heading '## $version, DATE'." >&2; exit 1; }
sha256sum "${packages[@]}" NOTES.md >SHA256SUMS
echo "The release is in $1:"
cat SHA256SUMS
