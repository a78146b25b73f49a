//! The transformations of LLVM IR: before and after, as llvm-reduce and the language reference have them.

use super::{check, check_nothing};

const LOOP: &str = "define i32 @f(i1 %c) {
a: br i1 %c, label %b, label %d
b: %x = phi i32 [ 0, %a ], [ %y, %b ]
   %y = add i32 %x, 1
   br i1 %c, label %b, label %d
d: %z = phi i32 [ 7, %a ], [ %y, %b ]
   ret i32 %z
}";

fn llvm(name: &str, before: &str, after: &str) {
    check(name, "llvm", before, after);
}

#[test]
fn numbered_values_and_blocks_get_names() {
    llvm(
        "llvm-name-values",
        "define i32 @f(i32 %0) {\n %2 = add i32 %0, 1\n br label %3\n3:\n ret i32 %2\n}",
        "define i32 @f(i32 %a) {\n %b = add i32 %a, 1\n br label %c\nc:\n ret i32 %b\n}",
    );
    // Names that are taken stay apart, and so do types.
    llvm(
        "llvm-name-values",
        "%0 = type { i32 }\ndefine void @f(%0* %0, i32 %a) {\n store i32 %a, i32* undef\n ret void\n}",
        "%0 = type { i32 }\ndefine void @f(%0* %b, i32 %a) {\n store i32 %a, i32* undef\n ret void\n}",
    );
    check_nothing("llvm-name-values", "llvm", LOOP);
}

#[test]
fn a_block_with_an_unwritten_number_gets_a_label_where_a_phi_mentions_it() {
    llvm(
        "llvm-name-values",
        "define void @f(i1 %0) {\n br label %2\n2:\n %3 = phi i1 [ %0, %1 ], [ %3, %2 ]\n br label %2\n}",
        "define void @f(i1 %a) {\nd: br label %b\nb:\n %c = phi i1 [ %a, %d ], [ %c, %b ]\n br label %b\n}",
    );
}

#[test]
fn an_instruction_goes_and_its_uses_become_constants() {
    let before = "define void @f(i32* %p) {\n %x = load i32, i32* %p\n store i32 %x, i32* %p\n ret void\n}";
    llvm(
        "llvm-sink",
        before,
        "define void @f(i32* %p) {\n store i32 undef, i32* %p\n ret void\n}",
    );
    llvm(
        "llvm-sink-zero",
        before,
        "define void @f(i32* %p) {\n store i32 zeroinitializer, i32* %p\n ret void\n}",
    );
}

#[test]
fn a_block_that_ends_takes_along_what_only_it_led_to() {
    // The entry ends: the loop and the exit are not reached any more.
    llvm("llvm-end-block", LOOP, "define i32 @f(i1 %c) { a: unreachable }");
    // The loop ends: its back edge and its edge to the exit leave the phis.
    llvm(
        "llvm-end-block",
        LOOP,
        "define i32 @f(i1 %c) {
a: br i1 %c, label %b, label %d
b: %x = phi i32 [ 0, %a ]
   %y = add i32 %x, 1
   unreachable
d: %z = phi i32 [ 7, %a ]
   ret i32 %z
}",
    );
    llvm(
        "llvm-end-block",
        "define void @f() { br label %b b: ret void }",
        "define void @f() { ret void }",
    );
}

#[test]
fn a_branch_goes_to_one_of_its_targets() {
    llvm(
        "llvm-settle-branch",
        LOOP,
        "define i32 @f(i1 %c) { a: br label %d d: %z = phi i32 [ 7, %a ] ret i32 %z }",
    );
    llvm(
        "llvm-settle-branch",
        "define void @f(i8 %v) {
a: switch i8 %v, label %b [ i8 1, label %d i8 2, label %b ]
b: ret void
d: ret void
}",
        "define void @f(i8 %v) { a: br label %d d: ret void }",
    );
    check_nothing(
        "llvm-settle-branch",
        "llvm",
        "define void @f() { br label %b b: ret void }",
    );
}

#[test]
fn functions_and_globals_go_although_they_are_mentioned() {
    llvm(
        "llvm-function",
        "define void @f() { ret void } define void @k() { call void @f() ret void }",
        "define void @k() { call void undef() ret void }",
    );
    llvm(
        "llvm-function",
        "@g = global i32 1 define i32 @k() { %x = load i32, i32* @g ret i32 %x }",
        "define i32 @k() { %x = load i32, i32* undef ret i32 %x }",
    );
}

#[test]
fn functions_lose_their_bodies() {
    llvm(
        "llvm-empty-function",
        "define i32 @f(i32 %a) { %b = add i32 %a, 1 ret i32 %b }",
        "define i32 @f(i32 %a) { unreachable }",
    );
    llvm(
        "llvm-declare",
        "define internal fastcc i32 @f(i32 %a) unnamed_addr #0 { ret i32 %a }",
        "declare fastcc i32 @f(i32 %a) unnamed_addr #0",
    );
}

#[test]
fn a_parameter_goes_with_the_argument_of_every_call() {
    llvm(
        "llvm-parameter",
        "define void @f(i32 %a, i32 %b) { call void @g(i32 %a) ret void }
         declare void @g(i32)
         define void @k() { call void @f(i32 1, i32 2) ret void }",
        "define void @f(i32 %b) { call void @g(i32 undef) ret void }
         declare void @g(i32)
         define void @k() { call void @f(i32 2) ret void }",
    );
}

#[test]
fn operands_become_constants() {
    llvm(
        "llvm-operand",
        "define i32 @f(i32 %a) { %b = add i32 %a, 1 ret i32 %b }",
        "define i32 @f(i32 %a) { %b = add i32 undef, 1 ret i32 %b }",
    );
}

#[test]
fn attached_metadata_goes_and_then_what_it_needed() {
    let attached =
        "define void @f() #0 {\n ret void, !dbg !0\n}\nattributes #0 = { nounwind }\n!0 = !{!1}\n!1 = !{!\"a\"}";
    llvm(
        "llvm-attachment",
        attached,
        "define void @f() #0 {\n ret void\n}\nattributes #0 = { nounwind }\n!0 = !{!1}\n!1 = !{!\"a\"}",
    );
    llvm(
        "llvm-attribute",
        attached,
        "define void @f() {\n ret void, !dbg !0\n}\nattributes #0 = { nounwind }\n!0 = !{!1}\n!1 = !{!\"a\"}",
    );
    check_nothing("llvm-unused", "llvm", attached);
}

#[test]
fn definitions_that_nothing_needs_go_in_one_query() {
    llvm(
        "llvm-unused",
        "%a = type { %b }\n%b = type { i8 }\n%c = type { i8 }\ndeclare void @g()\ndefine void @f(%c* %d) {\n ret void\n}\n!0 = !{!1}\n!1 = !{}",
        "%c = type { i8 }\ndefine void @f(%c* %d) {\n ret void\n}",
    );
    // What only named metadata needs goes with it.
    llvm(
        "llvm-unused",
        "define void @f() {\n ret void, !dbg !0\n}\n!llvm.ident = !{!1}\n!0 = !{}\n!1 = !{!0, !2}\n!2 = !{}",
        "define void @f() {\n ret void, !dbg !0\n}\n!0 = !{}",
    );
}
