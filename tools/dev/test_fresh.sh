#!/usr/bin/env bash
# Proves the two commands of the README on a bare Debian: makes a root with debootstrap that has
# only git, make and ca-certificates, clones this repository into it (what is committed), and runs
# `make demo` and `make test` there. Needs root and the network.
#
#   FRESH_ROOT=/var/tmp/trnfft-fresh  where the root is made (removed afterwards; KEEP=1 keeps it)
#   FRESH_MIRROR=http://deb.debian.org/debian
#   FRESH_TARGETS="demo test"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=${FRESH_ROOT:-/var/tmp/trnfft-fresh}
mirror=${FRESH_MIRROR:-http://deb.debian.org/debian}
read -ra targets <<<"${FRESH_TARGETS:-demo test}"

if [ "$(id -u)" != 0 ]; then
    echo "make test-fresh needs root for debootstrap and chroot: sudo make test-fresh" >&2
    exit 1
fi
if [ -e "$root" ]; then
    echo "$root is in the way: remove it or set FRESH_ROOT" >&2
    exit 1
fi

finish() {
    for mount in dev/pts dev proc sys; do
        if mountpoint -q "$root/$mount"; then umount "$root/$mount" || return; fi
    done
    if [ -z "${KEEP:-}" ]; then rm -rf --one-file-system "$root"; fi
}
trap finish EXIT

echo "== debootstrap into $root"
log=$(mktemp)
debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$root" "$mirror" \
    >"$log" 2>&1 || { tail -20 "$log" >&2; exit 1; }
rm -f "$log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The host's proxies, if it has any.
for file in /etc/apt/apt.conf.d/*proxy*; do
    if [ -e "$file" ]; then cp "$file" "$root/etc/apt/apt.conf.d/"; fi
done
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"

echo "== a fresh clone"
git bundle create -q "$root/root/trnfft.bundle" HEAD
inside() {
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        chroot "$root" /bin/sh -c "$1"
}
inside 'cd /root && git clone -q -c advice.detachedHead=false trnfft.bundle trnfft'
for target in "${targets[@]}"; do
    echo "== make $target"
    start=$SECONDS
    inside "cd /root/trnfft && make $target </dev/null"
    echo "== make $target took $((SECONDS - start)) s"
done
echo "test-fresh: ${targets[*]} passed on a bare Debian"
