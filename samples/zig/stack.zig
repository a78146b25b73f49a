//! A stack and a tokenizer on top of it.
const std = @import("std");
const mem = std.mem;
const Allocator = mem.Allocator;
const expect = std.testing.expect;

pub const Error = error{ Empty, Overflow, BadToken };

pub const Kind = enum(u8) {
    number,
    plus = 10,
    minus,
    open,
    close,

    pub fn isOperator(self: Kind) bool {
        return switch (self) {
            .plus, .minus => true,
            else => false,
        };
    }
};

pub const Token = union(Kind) {
    number: i64,
    plus: void,
    minus: void,
    open,
    close,
};

pub fn Stack(comptime T: type, comptime capacity: usize) type {
    return struct {
        const Self = @This();

        items: [capacity]T = undefined,
        len: usize = 0,

        pub fn push(self: *Self, item: T) Error!void {
            if (self.len == capacity) return error.Overflow;
            self.items[self.len] = item;
            self.len += 1;
        }

        pub fn pop(self: *Self) ?T {
            if (self.len == 0) return null;
            self.len -= 1;
            return self.items[self.len];
        }

        pub fn slice(self: *const Self) []const T {
            return self.items[0..self.len];
        }
    };
}

fn next(text: []const u8, at: *usize) Error!?Token {
    while (at.* < text.len and text[at.*] == ' ') : (at.* += 1) {}
    if (at.* >= text.len) return null;
    const c = text[at.*];
    at.* += 1;
    switch (c) {
        '+' => return Token{ .plus = {} },
        '-' => return .minus,
        '(' => return Token.open,
        ')' => return Token.close,
        '0'...'9' => {
            var value: i64 = c - '0';
            while (at.* < text.len) : (at.* += 1) {
                const d = text[at.*];
                if (d < '0' or d > '9') break;
                value = value * 10 + @as(i64, d - '0');
            }
            return Token{ .number = value };
        },
        '\t', '\n' => return try next(text, at),
        else => return error.BadToken,
    }
}

pub fn sum(text: []const u8) !i64 {
    var stack = Stack(i64, 16){};
    var at: usize = 0;
    var sign: i64 = 1;
    outer: while (try next(text, &at)) |token| {
        switch (token) {
            .number => |n| try stack.push(sign * n),
            .plus => sign = 1,
            .minus => sign = -1,
            .open, .close => continue :outer,
        }
    }
    var total: i64 = 0;
    while (stack.pop()) |n| {
        total +%= n;
    } else {
        total |= 0;
    }
    return total;
}

test "sum of numbers" {
    try expect(try sum("1 + 22 - (3)") == 20);
    try std.testing.expectError(error.BadToken, sum("1 * 2"));
}

test {
    const empty = [_]u8{};
    const names = [_][]const u8{ "plus", "mi\"nus\"\n", "\x41\u{e9}" };
    try expect(empty.len == 0 and names.len == 3);
    try expect(Kind.plus.isOperator() and !Kind.open.isOperator());
}
