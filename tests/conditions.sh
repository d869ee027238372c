#!/usr/bin/env bash
# Runs "npm test" in a fresh clone, under conditions that other people's machines have.
# Usage: tests/conditions.sh [condition ...]; without any, the number of the week picks one.
# Needs Debian, and root for the packages, the fonts and the other user.
set -euo pipefail

all=(clean twice busy noto liberation dejavu chromium headless space user env)
[ $# -gt 0 ] || set -- "${all[$((10#$(date +%V) % ${#all[@]}))]}"

repository=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
chmod 755 "$work"
clone=$work/clone
variables=()
user=
runs=1
loops=()
cleanup() {
  [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}"
  rm -rf "$work"
}
trap cleanup EXIT

fonts() {
  apt-get install -y -qq "$1" >/dev/null
  local folders
  folders=$(dpkg -L "$1" | grep -E '\.(ttf|otf)$' | xargs -d '\n' dirname | sort -u | sed 's|.*|<dir>&</dir>|')
  echo "<fontconfig>$folders<cachedir>$work/fonts</cachedir></fontconfig>" >"$work/fonts.conf"
  variables+=("FONTCONFIG_FILE=$work/fonts.conf")
}

browser() {
  apt-get install -y -qq "$1" >/dev/null
  variables+=("CHROMIUM_PATH=/usr/bin/$1")
}

for condition; do
  case $condition in
    clean) ;;
    twice) runs=2 ;;
    busy) for _ in 1 2 3 4; do
      while :; do :; done &
      loops+=($!)
    done ;;
    noto) fonts fonts-noto-core ;;
    liberation) fonts fonts-liberation ;;
    dejavu) fonts fonts-dejavu-core ;;
    chromium) browser chromium ;;
    headless) browser chromium-headless-shell ;;
    space) clone="$work/a path with spaces" ;;
    user) user=tester ;;
    env) ;;
    *)
      echo "There is no condition \"$condition\". Choose from: ${all[*]}" >&2
      exit 2
      ;;
  esac
done

git clone --quiet "$repository" "$clone"
if [[ " $* " == *" env "* ]]; then
  # settings of a live site with a full inbox: no test may use them
  cat >"$clone/.env" <<'SETTINGS'
SITE_URL=https://www.firm.example
SERVICE_PREFIX=/contact
REDIRECT_TO_HTTPS=yes
SMTP_HOST=smtp.firm.example
SMTP_USERNAME=website
SMTP_PASSWORD=hunter2
MAIL_FROM=website@firm.example
MAIL_TO=someone@firm.example
DATA_DIR=/nowhere/data
DATABASE_URL=mysql://website:hunter2@127.0.0.1:1/website
RATE_LIMIT=1
HEALTH_TOKEN=a-token-of-no-less-than-32-characters
SETTINGS
fi
if [ -n "$user" ]; then
  id "$user" >/dev/null 2>&1 || useradd --create-home "$user"
  # an ordinary user cannot install packages
  (cd "$repository" && node scripts/setup.mjs tests)
  chown -R "$user" "$work"
  variables+=("HOME=$(getent passwd "$user" | cut -d: -f6)")
fi

cd "$clone"
for ((run = 1; run <= runs; run++)); do
  SECONDS=0
  ${user:+runuser -u "$user" --} env "${variables[@]}" npm test
  echo "Conditions: $*; run $run: $SECONDS s"
done
