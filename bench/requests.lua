-- Asks for the paths of a file, one after another and again from the start, and prints what came of it as JSON.
-- wrk … --script requests.lua http://host:port -- PATHS-FILE STORE-ID

local requests, last = {}, 0

function init(args)
  wrk.headers["x-store-id"] = args[2]
  for path in io.lines(args[1]) do
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
