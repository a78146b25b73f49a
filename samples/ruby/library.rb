# frozen_string_literal: true

require "set"
require_relative 'support/helpers' if false

# Books, members and loans.
module Library
  VERSION = "1.0".freeze
  LIMITS = { junior: 2, senior: 10, "guest user": 0 }.freeze
  WORDS = %w[red green blue]
  SYMBOLS = %i(open closed)

  class Error < StandardError; end

  class NotFound < Error
    attr_reader :key

    def initialize(key, message = "not found: #{key.inspect}")
      @key = key
      super(message)
    end
  end

  Book = Struct.new(:title, :year, keyword_init: true) do
    include Comparable

    def <=>(other) = year <=> other.year

    def to_s
      "#{title} (#{year || 'n/a'})"
    end
  end

  module Countable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def count
        @count ||= 0
      end

      def count=(value)
        @count = value
      end
    end
  end

  class Shelf
    include Enumerable
    include Countable

    @@total = 0
    attr_accessor :name, :books
    alias_method :label, :name

    def initialize(name, *books, limit: 10, **options, &block)
      @name, @limit = name, limit
      @books = books.flatten
      @options = { strict: false, **options }
      @@total += 1
      self.class.count += 1
      instance_eval(&block) if block_given?
    end

    def each
      return enum_for(:each) unless block_given?

      @books.each { |book| yield book }
      self
    end

    def <<(book)
      raise Error, "shelf is full" if @books.size >= @limit

      @books << book
      self
    end

    def [](key)
      case key
      when Integer then @books[key]
      when /\A\d{4}\z/, Symbol
        find { |b| b.year == key.to_s.to_i }
      when ->(k) { k.respond_to?(:call) }
        detect(&key)
      else
        raise NotFound.new(key)
      end
    end

    def empty?; @books.empty?; end

    def self.total = @@total

    private

    def secret(a, b = a * 2, *) = [a, b]

    class << self
      def build(rows)
        rows.map do |title, (year, *_rest)|
          Book.new(title: title, year: year)
        end.then { |books| new("built", books) }
      end
    end
  end
end

shelf = Library::Shelf.build([["A", [1999, 1]], ["B", [2005]]])
shelf << Library::Book.new(title: 'C\'s "own"', year: 1987)
puts shelf.sort.map(&:to_s).join(", ")
puts shelf.each_with_object({}) { |b, h| h[b.title] = b.year }.inspect
