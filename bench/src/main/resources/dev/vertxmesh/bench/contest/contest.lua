-- The contest's load for wrk: forms with random strings, every answer looked up among the right ones.
-- wrk -s contest.lua URL -- SEED
-- Requests and hashes are made before the clock starts, so that the load costs little while it runs.

local POOL = 4096
local LONGEST = 1024
local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
local FORM = "interface=com.alibaba.dubbo.performance.demo.provider.IHelloService"
  .. "&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter="

local threads = {}

function setup(thread)
  table.insert(threads, thread)
  thread:set("number", #threads)
end

-- Java's String.hashCode as the text of a signed 32-bit number.
local function hash(bytes)
  local h = 0
  for i = 1, #bytes do
    h = (h * 31 + bytes[i]) % 4294967296 -- below 2^37 before the modulus, so exact in a double
  end
  if h >= 2147483648 then
    h = h - 4294967296
  end
  return string.format("%d", h)
end

local function random_bytes()
  local bytes = {}
  for i = 1, math.random(LONGEST) do
    local at = math.random(#ALPHABET)
    bytes[i] = ALPHABET:byte(at)
  end
  return bytes
end

local function text(bytes)
  local letters = {}
  for i = 1, #bytes do
    letters[i] = string.char(bytes[i])
  end
  return table.concat(letters)
end

local requests = {}
local right = {}
local next_request = 0
-- globals, as done() reads them from each thread
wrong = 0
not_ok = 0

function init(args)
  math.randomseed((tonumber(args[1]) or 1) * 1000 + number)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  for i = 1, POOL do
    local bytes = random_bytes()
    requests[i] = wrk.format(nil, "/", nil, FORM .. text(bytes))
    right[hash(bytes)] = true
  end
end

function request()
  next_request = next_request % POOL + 1
  return requests[next_request]
end

function response(status, headers, body)
  if status ~= 200 then
    not_ok = not_ok + 1
  elseif not right[body] then
    wrong = wrong + 1
  end
end

function done(summary, latency, all)
  local total_wrong, total_not_ok = 0, 0
  for _, thread in ipairs(threads) do
    total_wrong = total_wrong + thread:get("wrong")
    total_not_ok = total_not_ok + thread:get("not_ok")
  end
  local errors = summary.errors
  io.write(string.format(
    '{"calls":%d,"seconds":%.6f,"p50Ms":%.3f,"p90Ms":%.3f,"p99Ms":%.3f,"notOk":%d,"wrong":%d,'
      .. '"timeouts":%d,"broken":%d,"cpuSeconds":%.3f}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(90) / 1e3, latency:percentile(99) / 1e3,
    total_not_ok, total_wrong, errors.timeout,
    errors.connect + errors.read + errors.write, os.clock()))
end
