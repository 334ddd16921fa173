#!/bin/sh
# Marks the answers of a publication as stale in Fastly: vitrine follow --exec deploy/purge/fastly.sh …
# Needs curl, FASTLY_SERVICE (the id of a service) and FASTLY_TOKEN (a token that may purge it).
set -eu
url="${FASTLY_API:-https://api.fastly.com}/service/${FASTLY_SERVICE:?}/purge"
: "${FASTLY_TOKEN:?}" "${VITRINE_TAGS:?}"

# At most 256 keys a request. The token is not in the command line of curl, which other users may see.
printf '%s\n' $VITRINE_TAGS | xargs -n 256 | while read -r keys; do
  printf 'Fastly-Key: %s\n' "$FASTLY_TOKEN" |
    curl --fail --silent --show-error --retry 3 --max-time 60 --output /dev/null --request POST --header @- \
      --header 'Fastly-Soft-Purge: 1' --header "Surrogate-Key: $keys" "$url"
done
