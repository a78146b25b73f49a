-- A small JSON writer and reader.
local json = { version = "0.1", null = {} }

local escapes = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
}

local function escape(text)
  return '"' .. text:gsub('[%c"\\]', function(c)
    return escapes[c] or ("\\u%04x"):format(c:byte())
  end) .. '"'
end

local encode

local function is_array(value)
  local count = 0
  for key in pairs(value) do
    if type(key) ~= "number" then return false end
    count = count + 1
  end
  return count == #value
end

local writers = {
  ["nil"] = function() return "null" end,
  boolean = tostring,
  string = escape,
  number = function(value)
    if value ~= value or value == math.huge or value == -math.huge then
      error("not a finite number: " .. value)
    end
    return string.format("%.14g", value)
  end,
  table = function(value, depth)
    if value == json.null then return "null" end
    if depth > 100 then error { code = "deep", depth = depth } end
    local out = {}
    if is_array(value) then
      for i, item in ipairs(value) do out[i] = encode(item, depth + 1) end
      return "[" .. table.concat(out, ",") .. "]"
    end
    for key, item in pairs(value) do
      out[#out + 1] = escape(tostring(key)) .. ":" .. encode(item, depth + 1)
    end
    table.sort(out)
    return "{" .. table.concat(out, ",") .. "}"
  end,
}

function encode(value, depth)
  local writer = writers[type(value)]
  if not writer then error("cannot encode a " .. type(value), 0) end
  return writer(value, depth or 0)
end

local function skip(text, at) return text:find("%S", at) or #text + 1 end

local decode

local function sequence(text, at, close, step)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, step(at))
    local c = text:sub(at, at)
    if c == close then
      return at + 1
    elseif c ~= "," then
      error(("expected , at %d"):format(at))
    end
    at = skip(text, at + 1)
  end
end

function decode(text, at)
  at = skip(text, at or 1)
  local first, result, value = text:sub(at, at)
  if first == "{" then
    result = {}
    return result, sequence(text, at, "}", function(from)
      local key, colon = decode(text, from)
      result[key], from = decode(text, skip(text, colon) + 1)
      return from
    end)
  elseif first == "[" then
    result = {}
    return result, sequence(text, at, "]", function(from)
      value, from = decode(text, from)
      result[#result + 1] = value
      return from
    end)
  elseif first == '"' then
    local stop = at
    repeat stop = text:find('"', stop + 1, true) until not stop or text:sub(stop - 1, stop - 1) ~= "\\"
    return text:sub(at + 1, stop - 1), stop + 1
  end
  for word, constant in pairs { ["true"] = true, ["false"] = false, null = json.null } do
    if text:sub(at, at + #word - 1) == word then return constant, at + #word end
  end
  local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  return tonumber(number), at + #number
end

json.encode, json.decode = encode, decode

local sample = { 1, 2.5, "a\"b", { key = true, list = {} }, json.null }
local copy = json.decode(json.encode(sample))
assert(#copy == 5 and copy[4].key and not copy.missing, "round trip")
print(json.encode(copy))

return json
