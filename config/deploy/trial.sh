#!/usr/bin/env bash
# Tries a Debian package as a user and an administrator would, in a fresh Debian in a folder. It needs root and debootstrap.
#
#   config/deploy/trial.sh bookworm out/verbio_0.2.0-1_amd64.deb
#
# It installs the package and translates a recording, upgrades it while the service works, removes it and purges it. The first run
# for a suite downloads a minimal system, which later runs use again (BASES, else .build/bases).
set -euo pipefail

suite=$1 package=$(readlink -f "$2")
root=$(cd "$(dirname "$0")/../.." && pwd)
bases=${BASES:-$root/.build/bases}
base=$bases/$suite
[ "$(id -u)" = 0 ] || { echo "trial.sh: run it as root." >&2; exit 1; }

# Mounts of a namespace of its own go away by themselves.
if [ -z "${VERBIO_TRIAL:-}" ]; then
    command -v debootstrap >/dev/null || { echo "trial.sh: debootstrap is missing; run apt-get install debootstrap." >&2; exit 1; }
    if [ ! -d "$base" ]; then
        mkdir -p "$bases"
        debootstrap --variant=minbase "$suite" "$base.part" ${MIRROR:-} >"$base.log" && mv "$base.part" "$base"
    fi
    VERBIO_TRIAL=1 exec unshare --mount --pid --fork "$0" "$@"
fi

place=$(mktemp -d)
trap 'umount "$place/proc"; rm -rf --one-file-system "$place"' EXIT
cp -a "$base/." "$place"
cp /etc/resolv.conf "$place/etc/"
mount -t proc proc "$place/proc"
cp "$package" "$place/verbio.deb"
# Packages must not start services here.
printf '#!/bin/sh\nexit 101\n' >"$place/usr/sbin/policy-rc.d"
chmod 755 "$place/usr/sbin/policy-rc.d"

within() { chroot "$place" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
user() { within runuser -u tester -- env HOME=/home/tester "$@"; }
# The service, with the environment and the user of its unit.
service() {
    within runuser -u verbio -- env $(sed -n 's/^Environment=//p' "$place/usr/lib/systemd/system/verbio.service") "$@"
}
# Not the usual port, which a server outside may have.
address=http://127.0.0.1:${PORT:-18765}
passed() { echo "ok    $1"; }
check() {
    local what=$1
    shift
    "$@" || { echo "FAILED $what: $*"; exit 1; }
    passed "$what"
}
not() { ! "$@"; }
has() { grep -q -- "$1" "$place$2"; }
is_served() { within curl -fsS -o /dev/null $address/api/health; }
start_service() {
    service verbio serve --port "${address##*:}" >>"$place/service.log" 2>&1 &
    running=$!
    for _ in $(seq 100); do
        kill -0 $running 2>/dev/null || break
        is_served 2>/dev/null && return
        sleep 0.2
    done
    cat "$place/service.log"
    return 1
}
stop_service() {
    kill -TERM "$(within pgrep -u verbio -x verbio)"
    wait "$running" || true
}

echo "== $suite, $(basename "$package")"
within apt-get update -qq
begun=$EPOCHREALTIME
within apt-get install -y -qq /verbio.deb >"$place/apt.log" 2>&1 || { tail -20 "$place/apt.log"; exit 1; }
installed=$EPOCHREALTIME
within useradd --create-home tester
user sh -c 'cd && verbio translate /usr/share/verbio/welcome.wav --from en --to es -o translated' >"$place/translate.log" 2>&1 || {
    cat "$place/translate.log"; exit 1; }
translated=$EPOCHREALTIME
cat "$place/translate.log"
echo "installation $(bc <<<"$installed - $begun") s, first translation $(bc <<<"$translated - $installed") s"
check "the captions have Spanish words" has "museo" /home/tester/translated/welcome.es.srt
check "the manual page is there" test -s "$place/usr/share/man/man1/verbio.1.gz"
check "the speech network of the package is found" sh -c "chroot '$place' runuser -u tester -- verbio doctor | grep -q '/usr/share/verbio/models/silero'"
user verbio doctor >"$place/doctor.log" 2>&1 || true
check "ICU is found" has "ICU" /doctor.log
check "the folder of the service belongs to it" test "$(within stat -c %U:%a /var/lib/verbio)" = verbio:700
check "the service is not enabled" not test -e "$place/etc/systemd/system/multi-user.target.wants/verbio.service"
check "only root reads the keys" test "$(stat -c %u:%a "$place/etc/verbio/keys.env")" = 0:600
user sh -c 'mkdir -p ~/.config/verbio; printf "languages:\n  to: \"fr\"\n" >~/.config/verbio/verbio.yaml'
check "a user has settings of their own" sh -c "chroot '$place' runuser -u tester -- env HOME=/home/tester verbio config show | grep -q 'languages.to.*fr'"

within apt-get install -y -qq --no-install-recommends curl procps >/dev/null 2>&1
printf '# one\nMY_KEY="a b"\nbad-name=1\n$(touch /run)=2\n' >>"$place/etc/verbio/keys.env"
within verbio-service keys create phone >"$place/key.log" 2>/dev/null
check "verbio-service makes a key" has "^vk_" /key.log
check "the key is in the folder of the service and belongs to its user" \
    test "$(within stat -c %U /var/lib/verbio/verbio.keys.sqlite)" = verbio
check "a user is told to be root" sh -c "! chroot '$place' runuser -u tester -- /usr/sbin/verbio-service doctor 2>&1 | grep -v -q 'run it as root'"

echo '# changed by the administrator' >>"$place/etc/verbio/verbio.yaml"
start_service
key=$(grep -o "^vk_.*" "$place/key.log" | head -1)
ask() { within curl -fsS -H "Authorization: Bearer $key" "$@"; }
# A recording arrives slowly while the package is upgraded and the service is restarted.
cp "$place/usr/share/verbio/welcome.wav" "$place/talk.wav"
ask --limit-rate 300k -T /talk.wav -X POST "$address/api/translate?from=en&to=es" >"$place/answer.json" 2>"$place/answer.log" &
asking=$!
sleep 1
dpkg-deb -R "$package" "$place/next"
sed -i 's/^\(Version: .*\)-1$/\1-2/' "$place/next/DEBIAN/control"
dpkg-deb --root-owner-group -Znone --build "$place/next" "$place/next.deb" >/dev/null
within apt-get install -y -qq /next.deb >"$place/upgrade.log" 2>&1 || { cat "$place/upgrade.log"; exit 1; }
check "the upgrade keeps the changed settings" has "changed by the administrator" /etc/verbio/verbio.yaml
check "the upgrade replaces the package" sh -c "chroot '$place' dpkg-query -W -f='\${Version}' verbio | grep -q -- '-2$'"
check "the old program still serves" is_served
stop_service
wait $asking || true
check "what was in progress is answered before the service ends" has '"state"' /answer.json
start_service
ask $address/api/conversations >"$place/list.json"
check "the new program has the conversation" has '"id"' /list.json
stop_service

mkdir -p "$place/var/lib/verbio/models/one" "$place/var/lib/verbio/engines"
within apt-get remove -y -qq verbio >/dev/null 2>&1
check "removal takes the program" not test -e "$place/usr/bin/verbio"
check "removal keeps the settings" test -e "$place/etc/verbio/verbio.yaml"
check "removal keeps the models" test -e "$place/var/lib/verbio/models/one"
within dpkg --purge verbio >"$place/purge.log" 2>&1
check "a purge takes the settings and keys" not test -e "$place/etc/verbio"
check "a purge takes the models" not test -e "$place/var/lib/verbio/models"
check "a purge keeps the conversations" test -e "$place/var/lib/verbio/verbio.sqlite"
check "a purge says so" has "conversations of the service stay" /purge.log
within apt-get install -y -qq /verbio.deb >/dev/null 2>&1
start_service
ask $address/api/conversations >"$place/again.json"
id=$(grep -o '"id":"[^"]*"' "$place/list.json" | head -1)
check "after a new installation the same key shows the same conversation" has "$id" /again.json
stop_service
rm -rf "$place/var/lib/verbio"
mkdir "$place/var/lib/verbio"
within dpkg --purge verbio >"$place/purge.log" 2>&1
check "a purge takes an empty folder" not test -e "$place/var/lib/verbio"
echo "== $suite: all passed"
