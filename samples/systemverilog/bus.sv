// A small bus with an interface, transactions, and a testbench around a memory.
interface bus_if (input logic clk);
  logic        valid;
  logic        ready;
  logic [31:0] address;
  logic [31:0] data;

  modport master (output valid, address, data, input ready);
  modport slave (input valid, address, data, output ready);

  clocking cb @(posedge clk);
    default input #1step output #2;
    output valid, address, data;
    input ready;
  endclocking
endinterface

virtual class Item;
  static int made = 0;
  protected int id;

  function new();
    id = made++;
  endfunction

  pure virtual function string describe();
endclass

class Transaction extends Item;
  rand bit [31:0] address;
  rand bit [31:0] data;
  bit is_write;

  constraint aligned { address[1:0] == 2'b00; address inside {[32'h0:32'hFFFF]}; }

  function new(bit is_write = 1);
    super.new();
    this.is_write = is_write;
  endfunction

  virtual function string describe();
    return $sformatf("%s %h = %h", is_write ? "write" : "read", address, data);
  endfunction
endclass

class Queue #(type T = int, int LIMIT = 8);
  local T items[$];

  function bit add(T item);
    if (items.size() >= LIMIT) return 0;
    items.push_back(item);
    return 1;
  endfunction

  function T take();
    return items.pop_front();
  endfunction

  function int size();
    return items.size();
  endfunction
endclass

module memory #(parameter int WORDS = 256) (bus_if.slave bus, input logic rst_n);
  logic [31:0] words [WORDS];
  typedef enum {WAITING, ACCEPTING} state_t;
  state_t state, next;

  always_ff @(posedge bus.clk, negedge rst_n)
    if (!rst_n) state <= WAITING;
    else state <= next;

  always_comb begin
    next = state;
    bus.ready = 1'b0;
    case (state)
      WAITING: if (bus.valid) next = ACCEPTING;
      ACCEPTING: begin
        bus.ready = 1'b1;
        next = WAITING;
      end
    endcase
  end

  always @(posedge bus.clk)
    if (state == ACCEPTING) words[bus.address[9:2]] <= bus.data;
endmodule

module testbench;
  logic clk = 0, rst_n;
  bus_if bus (.clk(clk));
  memory #(.WORDS(64)) u_memory (.bus(bus.slave), .rst_n);
  Queue #(Transaction, 4) queue;
  int errors;
  int seen [string];

  always #5 clk = ~clk;

  task automatic send(Transaction t, output int cycles);
    cycles = 0;
    bus.valid <= 1;
    bus.address <= t.address;
    bus.data <= t.data;
    do begin
      @(posedge clk);
      cycles += 1;
    end while (!bus.ready);
    bus.valid <= 0;
  endtask

  function automatic int checksum(input logic [7:0] bytes [], int start = 0);
    int sum = start;
    foreach (bytes[i]) sum += bytes[i] ^ (i << 1);
    return sum & 32'hFFFF;
  endfunction

  initial begin
    queue = new();
    rst_n = 0;
    repeat (2) @(negedge clk);
    rst_n = 1;
    for (int k = 0; k < 3; k++) begin
      Transaction t = new(k[0]);
      if (!t.randomize() with { data != 0; }) errors++;
      void'(queue.add(t));
      seen[t.describe()] = k;
    end
    while (queue.size() > 0) begin
      automatic Transaction t = queue.take();
      int cycles;
      send(t, cycles);
      $display("%s after %0d cycles", t.describe(), cycles);
      if (cycles > 4 || t.data === 'x) break;
    end
    fork
      #100 $display("late");
      wait (bus.ready == 0);
    join_any
    disable fork;
    $display("checksum %0d, last %p", checksum('{8'd1, 8'd2, 8'd3}), {<<8{32'hCAFE}});
    $finish(errors != 0);
  end
endmodule
