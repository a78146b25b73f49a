#!/usr/bin/env lua
-- An inventory with classes built on metatables.

local insert, remove = table.insert, table.remove
local Item = {}
Item.__index = Item

--[[ A block comment
     over two lines. ]]
function Item.new(name, price, ...)
  local self = setmetatable({}, Item)
  self.name, self.price = name, price or 0
  self.tags = { ... }
  self.count = select("#", ...)
  return self
end

function Item:describe(prefix)
  return (prefix or "") .. self.name .. ": " .. string.format("%.2f", self.price)
end

function Item.__eq(a, b) return a.name == b.name end
function Item.__lt(a, b) return a.price < b.price end
Item.__tostring = function(self) return self:describe "item " end

local Inventory = setmetatable({}, {
  __call = function(class, ...)
    local object = setmetatable({ items = {}, total = 0; open = true }, class)
    for _, item in ipairs({ ... }) do object:add(item) end
    return object
  end,
})
Inventory.__index = Inventory

function Inventory:add(item)
  if not item then
    error("no item", 2)
  elseif type(item) == "string" then
    item = Item.new(item)
  elseif getmetatable(item) ~= Item then
    return nil, "not an item"
  else
    self.total = self.total + item.price
  end
  insert(self.items, item)
  return self
end

function Inventory:each()
  local index = 0
  return function()
    index = index + 1
    return self.items[index]
  end
end

Inventory.stats = { found = 0, missed = 0, nested = { deep = {} } }
function Inventory.stats.nested.deep.reset()
  Inventory.stats.found, Inventory.stats.missed = 0, 0
end

function Inventory:find(name)
  for index = #self.items, 1, -1 do
    local item = self.items[index]
    if item.name == name and item.price >= 0 then
      Inventory.stats.found = Inventory.stats.found + 1
      return item, index
    end
  end
  Inventory.stats.missed = Inventory.stats.missed + 1
end

local shop = Inventory(Item.new("pen", 1.5, "blue", "cheap"), Item.new('ink "well"', 0x1F), "box")
local sorted = {}
for item in shop:each() do
  sorted[#sorted + 1] = item
end
table.sort(sorted, function(a, b) return a < b end)

local ok, message = pcall(shop.add, shop, nil)
if not ok then print("error:", (message:gsub("^.-:%d+: ", ""))) end

local function fold(list, f, acc)
  for key, value in pairs(list) do acc = f(acc, value, key) end
  return acc
end

local text = [[
raw text with "quotes" and \n
]]
local map = { [1] = "one", ["two words"] = 2, three = 3, [4 + 1] = function() end, {}, }
local n, empty = 3, {}
while n > 0 do
  n = n - 1
  if n == 1 then break end
end
repeat
  local done = n >= 3
  n = n + 1
until done
do
  local x <const> = 10 // 3 % 2 ^ 2
  local bits = ~x & 0xff | 1 << 4 ~ 3
  print(x, bits, -n, not empty, #text, 1e3, .5, "tab\t\65\x41\z
    joined", '\'')
end
goto finish
::finish::
print(fold(map, function(acc) return acc + 1 end, 0), shop.total, shop:find("pen"))
remove(shop.items); print(#shop.items, tostring(sorted[1]))
return { Item = Item, Inventory = Inventory }
