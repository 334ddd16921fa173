#!/bin/sh
# Purges the answers of a publication from Cloudflare: vitrine follow --exec deploy/purge/cloudflare.sh …
# Needs curl, CLOUDFLARE_ZONE (the id of a zone) and CLOUDFLARE_TOKEN (a token that may purge its cache).
set -eu
url="${CLOUDFLARE_API:-https://api.cloudflare.com/client/v4}/zones/${CLOUDFLARE_ZONE:?}/purge_cache"
: "${CLOUDFLARE_TOKEN:?}" "${VITRINE_TAGS:?}"

# At most 100 tags a request. The token is not in the command line of curl, which other users may see.
printf '%s\n' $VITRINE_TAGS | xargs -n 100 | while read -r tags; do
  printf 'Authorization: Bearer %s\n' "$CLOUDFLARE_TOKEN" |
    curl --fail --silent --show-error --retry 3 --max-time 60 --output /dev/null --header @- \
      --header 'Content-Type: application/json' --data "{\"tags\":[\"$(printf %s "$tags" | sed 's/ /","/g')\"]}" "$url"
done
