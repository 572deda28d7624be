-- Requests of the load test: cells by id, ranges, offsets.
local records = 1000
local count = 0

function init(args)
  if args[1] then records = tonumber(args[1]) end
  math.randomseed(os.time())
end

function request()
  count = count + 1
  local first = math.random(0, records - 1)
  local kind = count % 4
  local path
  if kind == 0 then
    path = "/v1/feeds/load/range?from=" .. first .. "&to=" .. (first + 20)
  elseif kind == 1 then
    path = "/v1/feeds/load/at-offset?y=" .. first * 50
  else
    path = "/v1/feeds/load/cells?id=n" .. first
  end
  return wrk.format("GET", path)
end
