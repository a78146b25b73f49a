const std = @import("std");
const builtin = @import("builtin");

pub const Options = struct {
    rows: usize = 2,
    cols: usize = 3,
    name: ?[]const u8 = null,
    fill: f64 = 0.5,
};

const Header = packed struct {
    tag: u4,
    flag: bool,
    rest: u3,
};

const Number = extern union {
    whole: u32,
    bytes: [4]u8,
};

var counter: u32 = 0;
threadlocal var depth: usize = 0;
const table: [4]u8 = .{ 1, 2, 3, 4 };
const message =
    \\first line
    \\  second "line"
;

extern "c" fn abs(value: c_int) c_int;

export fn bump(by: u32) u32 {
    counter +|= by;
    return counter;
}

inline fn square(x: anytype) @TypeOf(x) {
    return x * x;
}

fn max(comptime T: type, items: []const T) ?T {
    if (items.len == 0) return null;
    var best = items[0];
    for (items[1..]) |item| {
        if (item > best) best = item;
    }
    return best;
}

pub const Matrix = struct {
    data: []f64,
    rows: usize,
    cols: usize,
    allocator: std.mem.Allocator,

    pub fn init(allocator: std.mem.Allocator, options: Options) !Matrix {
        const data = try allocator.alloc(f64, options.rows * options.cols);
        errdefer allocator.free(data);
        if (options.rows == 0 or options.cols == 0) return error.Empty;
        for (data, 0..) |*cell, i| {
            cell.* = if (i % 2 == 0) options.fill else -options.fill;
        }
        return Matrix{
            .data = data,
            .rows = options.rows,
            .cols = options.cols,
            .allocator = allocator,
        };
    }

    pub fn deinit(self: *Matrix) void {
        self.allocator.free(self.data);
        self.* = undefined;
    }

    pub fn at(self: Matrix, row: usize, col: usize) *f64 {
        std.debug.assert(row < self.rows and col < self.cols);
        return &self.data[row * self.cols + col];
    }
};

fn classify(value: i32) []const u8 {
    const label = blk: {
        if (value < 0) break :blk "negative";
        break :blk switch (value) {
            0 => "zero",
            1, 2, 3 => "few",
            4...99 => "some",
            else => |n| if (n & 1 == 1) "odd" else "even",
        };
    };
    return label;
}

test "matrix" {
    var matrix = try Matrix.init(std.testing.allocator, .{ .rows = 4, .name = "m" });
    defer matrix.deinit();
    matrix.at(1, 2).* += 1.5e1;
    const biggest = max(f64, matrix.data) orelse unreachable;
    try std.testing.expect(biggest > 10 and !(biggest == 0x10));
    const missing = max(u8, &.{});
    if (missing) |value| {
        _ = value;
    } else {
        depth += 1;
    }
    const bits = (0b1010 << 2) ^ ~@as(u8, 0xf0) | table[1..3][0];
    const header = Header{ .tag = 3, .flag = true, .rest = 0 };
    const number = Number{ .whole = @intCast(square(@as(u32, 12))) };
    const failed = Matrix.init(std.testing.allocator, .{ .rows = 0 }) catch |err| switch (err) {
        error.Empty, error.OutOfMemory => null,
    };
    comptime var i = 0;
    inline while (i < 3) : (i += 1) counter = bump(i);
    try std.testing.expectEqualStrings("few", classify(2));
    _ = .{ bits, header.flag, number.bytes, failed, message.len, builtin.os.tag };
}
