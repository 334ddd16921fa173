-- A wrk script: sends the requests of a file in turn and prints the results as JSON.
-- Each line of the file is a store id, a space and a path.
-- wrk … --script wrk-requests.lua http://host:port -- FILE

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
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failures":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
