# Keeps answers of `vitrine serve --cache-tags xkey --cache-control "public, s-maxage=86400"` until deploy/purge/varnish.sh
# bans them. Varnish 7.0 or newer; it needs no module besides std.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

# Who may ban.
acl banners {
  "localhost";
}

sub vcl_recv {
  if (req.method == "BAN") {
    if (client.ip !~ banners) {
      return (synth(403));
    }
    if (req.http.x-stale-tags !~ "^[0-9a-f]{12}(\|[0-9a-f]{12})*$") {
      return (synth(400));
    }
    if (!std.ban("obj.http.xkey ~ " + req.http.x-stale-tags)) {
      return (synth(500, std.ban_error()));
    }
    return (synth(200, "Banned"));
  }
}

# Tags are for caches. They stay in the object, where bans look.
sub vcl_deliver {
  unset resp.http.xkey;
}
