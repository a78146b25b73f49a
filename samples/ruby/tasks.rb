#!/usr/bin/env ruby
=begin
Runs tasks in the order of their dependencies.
=end

Task = Struct.new(:name, :deps, :action)
$verbose = ENV.fetch("VERBOSE", "0") == "1"
tasks = {}
EMPTY = [].freeze

define_method(:task) { |*| nil } if respond_to?(:define_method, true)

def register(tasks, name, deps: [], &action)
  tasks[name] = Task.new(name, Array(deps), action || proc {})
end

def order(tasks, name, seen = [], done = [])
  return done if done.include?(name)
  raise ArgumentError, "cycle at #{name}" if seen.include? name

  task = tasks.fetch(name) do
    warn "unknown task #{name}"
    return done
  end
  task.deps.each { |dep| order(tasks, dep, seen + [name], done) }
  done << name
end

register(tasks, :clean) { print "clean\n" }
register tasks, :build, deps: :clean do
  1.upto(3) do |i|
    next if i.even?
    break if i > 5

    puts format("step %02d of %d", i, 3)
  end
end
register(tasks, :test, deps: %i[build clean]) do
  total = 0
  numbers = (1..10).step(2).to_a + [*20...23]
  numbers.each_slice(2) { |a, b = 0| total += a * b }
  until total < 100
    total /= 2
  end
  total -= 1 while total > 50
  begin
    Integer("x#{total}")
  rescue TypeError, ArgumentError => e
    puts "error: #{e.message[0, 10]}" unless e.nil?
    @retried ||= false
    unless @retried
      @retried = true
      retry
    end
  else
    puts "fine"
  ensure
    puts "ended"
  end
end

def describe(value)
  case value
  in Integer | Float => n if n.negative?
    "negative #{n}"
  in []
    "empty"
  in [first, *rest]
    "#{first} and #{rest.size} more"
  in { name: String => name, age: 18.. => age }
    "#{name}, #{age}"
  in { tags: [] } | nil
    "nothing"
  else
    "other"
  end
end

order(tasks, :test).each do |name|
  tasks[name].action.call
rescue StandardError
  exit 1
end

text = <<~TEXT
  Dear #{ENV["USER"] || "user"},
    the answer is #{[1, 2, 3].sum { _1 * 2 }}.
TEXT
raw = <<-'RAW'
  no #{interpolation} here
  RAW
square = ->(x, y = 2) { x**y }
add = lambda do |a, b|
  a + b
end
a, (b, *c), d = 1, [2, 3, 4], 5
a += 1 and b ||= 2
hash = { "key" => :value, sym: nil, 'quoted': 1.5e3, nested: { list: [1, [2, []]], }, }
result = if a > b && !c.empty? then :more elsif a == b or d.nil? then :same else :less end
puts text.lines.map(&:strip).reject(&:empty?).first, raw.length, result
puts describe([1, 2, 3]), describe({ name: "Ann", age: 30 }), describe(-1)
puts hash.dig(:nested, :list, 1)&.first.to_s =~ /^(\d+)\s*$/i ? $1 : "none"
puts square.(3), square[2, 3], add.call(1, 2), 0xff ^ 0b11, 1_000.fdiv(3).round(2), ?a
puts %q(single 'quoted'), %(double #{a}), `true`, :"odd symbol", __method__.inspect
