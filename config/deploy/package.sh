#!/usr/bin/env bash
# Makes one package of a built program. make deb and make tarball call it:
#
#   config/deploy/package.sh deb PROGRAM FOLDER       FOLDER/verbio_VERSION_ARCHITECTURE.deb
#   config/deploy/package.sh tarball PROGRAM FOLDER   FOLDER/verbio-VERSION-linux-MACHINE.tar.gz
#
# CHECKOUTS is the folder with the sources of the Swift packages, RESOLVED the file with their versions, and SPEECH_MODEL the speech
# network, which is left out with a note if the file does not exist. COMPRESSION=none saves time.
set -euo pipefail

fail() {
    echo "package.sh: $1" >&2
    exit 1
}

[ $# = 3 ] && [[ $1 = deb || $1 = tarball ]] || fail "give deb or tarball, the program, and the folder of the package."
kind=$1 folder=$3
program=$(readlink -f "$2") && [ -x "$program" ] || fail "there is no program $2; run make build first."
root=$(cd "$(dirname "$0")/../.." && pwd)
deploy=$root/config/deploy
version=$(<"$root/config/VERSION")
for tool in dpkg-deb dpkg-shlibdeps patchelf python3; do
    command -v $tool >/dev/null || fail "$tool is missing; run make setup-package."
done

# Equal sources make an equal package: the time of each file is that of the last commit.
: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/config/VERSION")}"
export SOURCE_DATE_EPOCH LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

# stage PREFIX VARIABLE=VALUE...: what make install puts there, and what every package has in addition.
stage() {
    make -s -C "$root" install-built VERBIO="$program" PREFIX="$1" DESTDIR="$stage" STRIP="${STRIP-strip}" "${@:2}" >/dev/null
    local share=$stage$1/share
    install -D -m 644 "$root/Samples/welcome.wav" "$share/verbio/welcome.wav"
    install -D -m 644 -t "$share/doc/verbio" "$root/config/providers.yaml" "$root/config/nginx.conf" "$root/config/Caddyfile" \
        "$deploy/debian/copyright"
    if [ -f "${SPEECH_MODEL:-}" ]; then
        install -D -m 644 "$SPEECH_MODEL" "$share/verbio/models/silero-vad.safetensors"
    else
        echo "The package has no speech network: ${SPEECH_MODEL:-SPEECH_MODEL} does not exist." >&2
    fi
    python3 "$deploy/sbom.py" --version "$version" --program "$program" --resolved "${RESOLVED:-$root/Package.resolved}" \
        --checkouts "${CHECKOUTS:-$root/.build/checkouts}" --bundled "$stage$1/lib/verbio" \
        --bill "$share/doc/verbio/verbio.spdx.json" --notices "$share/doc/verbio/THIRD-PARTY"
}

# Sets the times of the folder's files, which tar and dpkg-deb write down.
settle() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

make_deb() {
    local doc=$stage/usr/share/doc/verbio control=$stage/DEBIAN architecture maintainer
    architecture=$(dpkg --print-architecture)
    maintainer="${DEBFULLNAME:-Verbio maintainers} <${DEBEMAIL:-maintainers@verbio.invalid}>"
    # Where Debian's zsh looks.
    stage /usr ZSH_COMPLETION=share/zsh/vendor-completions/_verbio
    # A file that is read and never run has no interpreter.
    sed -i '1{/^#!/d}' "$stage/usr/share/bash-completion/completions/verbio"
    # A path of the compiler's libraries has no place in an installed program.
    patchelf --remove-rpath "$stage/usr/bin/verbio"
    install -D -m 755 "$deploy/verbio-service" "$stage/usr/sbin/verbio-service"
    install -D -m 644 "$deploy/verbio-service.8" "$stage/usr/share/man/man8/verbio-service.8"
    install -D -m 644 "$deploy/verbio.service" "$stage/usr/lib/systemd/system/verbio.service"
    install -D -m 644 "$root/config/verbio.yaml" "$stage/etc/verbio/verbio.yaml"
    install -D -m 600 "$deploy/keys.env" "$stage/etc/verbio/keys.env"
    install -D -m 644 "$deploy/debian/lintian-overrides" "$stage/usr/share/lintian/overrides/verbio"
    gzip -9n <"$root/CHANGELOG.md" >"$doc/changelog.gz"
    {
        echo "verbio ($version-1) unstable; urgency=medium"
        echo
        echo "  * Version $version; changelog.gz has what changed."
        echo
        echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
    } | gzip -9n >"$doc/changelog.Debian.gz"
    gzip -9n "$doc/THIRD-PARTY" "$stage"/usr/share/man/man?/*

    # dpkg-shlibdeps wants a source tree's debian/control.
    mkdir -p "$work/source/debian" "$control"
    printf 'Source: verbio\n\nPackage: verbio\nArchitecture: any\n' >"$work/source/debian/control"
    local depends size
    depends=$(cd "$work/source" && dpkg-shlibdeps -O --ignore-missing-info "$program" 2>"$work/warnings" | sed -n 's/^shlibs:Depends=//p')
    [ -n "$depends" ] || fail "dpkg-shlibdeps found no library of $program: $(<"$work/warnings")"
    size=$(du -k -s --apparent-size "$stage" | cut -f 1)
    sed -e "s|@VERSION@|$version-1|; s|@ARCHITECTURE@|$architecture|; s|@MAINTAINER@|$maintainer|; s|@SIZE@|$size|" \
        -e "s/@DEPENDS@/$depends/" "$deploy/debian/control.in" >"$control/control"
    (cd "$stage" && find etc -type f -printf '/%p\n' | sort) >"$control/conffiles"
    (cd "$stage" && find usr -type f -exec md5sum {} + | sort -k 2) >"$control/md5sums"
    install -m 755 -t "$control" "$deploy/debian/postinst" "$deploy/debian/prerm" "$deploy/debian/postrm"
    settle "$stage"
    package=$folder/verbio_${version}-1_$architecture.deb
    dpkg-deb --root-owner-group -Z"${COMPRESSION:-xz}" --build "$stage" "$package" >/dev/null
}

# The libraries of the C runtime, the C++ runtime and zlib are those of the system, because libraries of the system that are opened
# at run time, such as ICU and curl, need its versions of them. The others come along, since their versions differ between systems.
make_tarball() {
    local name=verbio-$version-linux-$(uname -m) library path level=-9
    [ "${COMPRESSION:-}" != none ] || level=-1
    local prefix=/$name
    mkdir -p "$stage$prefix/lib/verbio"
    while read -r library _ path _; do
        case "$library" in
        libc.so.*|libm.so.*|libdl.so.*|librt.so.*|libpthread.so.*|ld-linux*|*/ld-linux*|linux-vdso*|libstdc++.so.*|libgcc_s.so.*|libz.so.*) ;;
        *)
            [ -f "$path" ] || fail "$program needs $library, which is not on this machine."
            install -m 644 "$(readlink -f "$path")" "$stage$prefix/lib/verbio/$library"
            patchelf --set-rpath '$ORIGIN' "$stage$prefix/lib/verbio/$library"
            ;;
        esac
    done < <(ldd "$program")
    stage "$prefix"
    patchelf --set-rpath '$ORIGIN/../lib/verbio' "$stage$prefix/bin/verbio"
    install -m 644 -t "$stage$prefix/share/doc/verbio" "$root/LICENSE" "$root/CHANGELOG.md" "$root/config/verbio.yaml" \
        "$deploy/verbio.service" "$deploy/verbio-service"
    settle "$stage"
    package=$folder/$name.tar.gz
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --directory "$stage" "$name" | gzip -n "$level" >"$package"
}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
stage=$work/stage
make_$kind
echo "Made $package, $(du -h "$package" | cut -f 1)"
