// A FIFO on one clock, with an occupancy counter, and the register stages behind it.
`timescale 1ns / 1ps
`default_nettype none

package fifo_pkg;
  parameter int WIDTH = 8;
  localparam int DEPTH = 16;
  typedef logic [WIDTH-1:0] word_t;
  typedef enum logic [1:0] {IDLE, PUSH = 2'b01, POP = 2'b10, BOTH} op_t;
  typedef struct packed {
    logic  valid;
    word_t data;
  } entry_t;

  function automatic int unsigned log2(input int unsigned value);
    int unsigned result = 0;
    for (int unsigned left = value - 1; left > 0; left >>= 1)
      result++;
    return result;
  endfunction

  function automatic logic parity(word_t value);
    return ^value;
  endfunction
endpackage

module fifo
  import fifo_pkg::*;
#(
  parameter int W = WIDTH,
  parameter int D = DEPTH
) (
  input  wire logic         clk,
  input  wire logic         rst_n,
  input  wire logic         push,
  input  wire logic         pop,
  input  wire logic [W-1:0] data_in,
  output logic      [W-1:0] data_out,
  output logic              full,
  output logic              empty
);
  localparam int A = log2(D);
  logic [W-1:0] memory [0:D-1];
  logic [A-1:0] head, tail;
  logic [A:0] count;
  wire do_push = push && !full;
  wire do_pop = pop && !empty;

  assign full = count == D;
  assign empty = ~|count;

  always_ff @(posedge clk or negedge rst_n) begin : pointers
    if (!rst_n) begin
      head <= '0;
      tail <= '0;
      count <= '0;
    end else begin
      if (do_push) begin
        memory[tail] <= data_in;
        tail <= tail + 1'b1;
      end
      if (do_pop) head <= head + 1'b1;
      unique case ({do_push, do_pop})
        2'b10: count <= count + 1;
        2'b01: count <= count - 1;
        default: ;
      endcase
    end
  end

  always_comb data_out = empty ? {W{1'bx}} : memory[head];

  property no_overflow;
    @(posedge clk) disable iff (!rst_n) full |-> !do_push;
  endproperty
  assert property (no_overflow) else $error("overflow at %0t", $time);
endmodule

module pipeline #(parameter int W = 8, N = 4) (
  input  wire          clk,
  input  wire  [W-1:0] d,
  output logic [W-1:0] q
);
  logic [W-1:0] between [N+1];
  assign between[0] = d;
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : stages
      if (i % 2 == 0) begin : even
        always @(posedge clk) between[i+1] <= between[i];
      end else begin : odd
        stage #(.W(W)) u_stage (.clk(clk), .d(between[i]), .q(between[i+1]));
      end
    end
  endgenerate
  assign q = between[N];
endmodule

module stage #(parameter int W = 8) (input wire clk, input wire [W-1:0] d, output reg [W-1:0] q);
  initial q = 0;
  always @(posedge clk) #1 q <= d;
endmodule
`default_nettype wire
