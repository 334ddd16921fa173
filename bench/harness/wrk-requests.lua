-- Asks what the lines of a file say, one after another and again from the start, and prints what came of it as JSON.
-- A line is the id of a store, a space, and a path.
-- wrk … --script requests.lua http://host:port -- FILE

local requests, last = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local store, path = line:match("^(%S+) (.+)$")
    wrk.headers["x-store-id"] = store
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bytes":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
