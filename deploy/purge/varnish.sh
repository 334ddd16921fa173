#!/bin/sh
# Bans the answers of a publication from Varnish: vitrine follow --exec deploy/purge/varnish.sh …
# Needs curl, and VARNISH: the addresses of all servers, with spaces between them. deploy/purge/varnish.vcl takes the bans.
set -eu
: "${VARNISH:?}"
tags=$(printf %s "${VITRINE_TAGS:?}" | tr ' ' '|')

for address in $VARNISH; do
  curl --fail --silent --show-error --retry 3 --max-time 60 --output /dev/null --request BAN \
    --header "x-stale-tags: $tags" "$address"
done
