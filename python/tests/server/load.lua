-- wrk's requests: an image as the body of a plain request.
local file = io.open(os.getenv("LOAD_IMAGE"), "rb")
wrk.method = "POST"
wrk.body = file:read("*a")
file:close()
wrk.headers["Authorization"] = "Bearer " .. os.getenv("LOAD_TOKEN")
wrk.headers["Content-Type"] = "application/octet-stream"

function done(summary, latency)
  io.write(string.format(
    "RESULT %d %d %d %d\n", summary.requests, summary.duration, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
