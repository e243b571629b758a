#!/usr/bin/env bash
# Builds the image of the Containerfile and tries it, without an engine that starts containers. It needs root, buildah, debootstrap
# and a package in out/ (make deb):
#
#   config/deploy/try-image.sh
#
# The base is a minimal Debian 12 without documents and locales, as debian:12-slim is one. buildah runs the commands of the
# Containerfile, and the server of the image, in a chroot.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
bases=${BASES:-$root/.build/bases}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
port=${PORT:-18769}

fail() {
    echo "try-image.sh: $1" >&2
    exit 1
}
for tool in buildah debootstrap; do command -v $tool >/dev/null || fail "$tool is missing; run apt-get install $tool."; done
compgen -G "$root/out/verbio_*.deb" >/dev/null || fail "there is no package in out/; run make deb."
if [ ! -d "$bases/bookworm" ]; then
    mkdir -p "$bases"
    debootstrap --variant=minbase bookworm "$bases/bookworm.part" ${MIRROR:-} >"$bases/bookworm.log"
    mv "$bases/bookworm.part" "$bases/bookworm"
fi

# The storage of buildah in a folder of its own.
build() { buildah --storage-driver vfs --root "$work/storage" --runroot "$work/run" "$@"; }
cp -a "$bases/bookworm" "$work/slim"
chroot "$work/slim" apt-get clean
rm -rf "$work"/slim/usr/share/{doc,info,locale,man}/* "$work"/slim/var/lib/apt/lists/* "$work"/slim/var/cache/apt/*.bin
printf 'path-exclude /usr/share/%s/*\n' doc info locale man >"$work/slim/etc/dpkg/dpkg.cfg.d/slim"
build from --name base scratch >/dev/null
build add --quiet base "$work/slim" / >/dev/null
build commit --quiet base docker.io/library/debian:12-slim >/dev/null
build bud --format docker --isolation chroot --pull-never --build-arg PACKAGE=ready -f "$root/config/deploy/Containerfile" \
    -t localhost/verbio "$root" >"$work/build.log" 2>&1 || { tail -20 "$work/build.log"; fail "the image was not built."; }
build images --format '{{.Name}} {{.Size}}' localhost/verbio
build inspect --type image --format '{{.Docker.Config.User}} {{.Docker.Config.Healthcheck}} {{.Docker.Config.Volumes}}{{"\n"}}' localhost/verbio

container=$(build from --pull-never localhost/verbio)
build run --isolation chroot "$container" -- sh -euc '
    export VERBIO_SERVE_PORT='"$port"' SERVER=http://127.0.0.1:'"$port"'
    verbio serve 2>/tmp/log & server=$!
    trap "cat /tmp/log" EXIT
    for _ in $(seq 50); do curl -fsS -o /dev/null $SERVER/api/health/ready 2>/dev/null && break; sleep 0.2; done
    curl -fsS -o /dev/null $SERVER/api/health/ready && echo "ok    it serves as the user $(id -un)"
    [ "$(curl -s -o /dev/null -w "%{http_code}" $SERVER/api/conversations)" = 401 ] && echo "ok    a request without a key is refused"
    key=$(verbio keys create phone 2>/dev/null)
    curl -fsS -H "Authorization: Bearer $key" -T /usr/share/verbio/welcome.wav -X POST "$SERVER/api/translate?from=en&to=es" >/tmp/answer
    grep -q "museo" /tmp/answer && echo "ok    a recording is translated"
    kill $server; wait $server || true
    trap - EXIT
    [ -d /var/lib/verbio/models ] && [ -z "$(ls /var/lib/verbio/models)" ] && echo "ok    it has no models"'
echo "The image works."
