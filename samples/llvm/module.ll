; A small queue library: globals, linkage, attributes, calls and exceptions.
source_filename = "queue.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl queue_version"
module asm "queue_version = 3"

%queue = type { %node*, i64, [4 x i8], <{ i8, i32 }> }
%node = type { %node*, i32 }
%handler = type i32 (i8*, ...)
%0 = type {}
%lock = type opaque

$shared = comdat any
$"big table" = comdat largest

@0 = private unnamed_addr constant [6 x i8] c"queue\00", align 1
@head = dso_local global %queue { %node* @first, i64 2, [4 x i8] c"ab\0A\00", <{ i8, i32 }> <{ i8 -1, i32 7 }> }, align 8
@first = internal global %node { %node* @"last node", i32 u0x1F }, section ".data.nodes"
@"last node" = weak_odr hidden local_unnamed_addr global %node zeroinitializer, comdat($shared)
@shared = linkonce_odr constant i32 undef, comdat, align 4
@depth = thread_local(localexec) global i32 0
@tls = external thread_local global i32, align 4
@extern = extern_weak dso_preemptable global i8
@device = external addrspace(1) global [0 x i32]
@tuned = externally_initialized global double 2.5e-1, partition "hot" #4
@old = common protected global i64* null
@roots = appending global [1 x i8*] [i8* bitcast (%queue* @head to i8*)], section "llvm.metadata"
@half = constant i32* getelementptr inbounds (%queue, %queue* @head, i64 0, inrange i32 3, i32 1)
@offset = constant i64 sub nuw nsw (i64 ptrtoint (i8* @extern to i64), i64 ptrtoint (i32* @depth to i64))
@targets = constant [2 x i8*] [i8* blockaddress(@jump, %left), i8* blockaddress(@jump, %right)]
@where = constant i1 icmp ne (i8* @extern, i8* null)

@push_alias = weak alias i32 (%queue*, i32), i32 (%queue*, i32)* @push
@head_alias = hidden unnamed_addr alias i64, getelementptr (%queue, %queue* @head, i32 0, i32 1)
@resolve = ifunc void (), void ()* ()* @pick, partition "hot"

declare i32 @printf(i8* nocapture noundef readonly, ...) #0
declare extern_weak fastcc zeroext i8 @flags(i32 signext, %node* byval(%node) align 8) nounwind
declare noalias nonnull dereferenceable(16) i8* @alloc(i64) allocsize(0) "heap"="fast"
declare void @lock_all() unnamed_addr
@near = constant i64 ptrtoint (void ()* dso_local_equivalent @lock_all to i64)
declare i32 @__gxx_personality_v0(...)
declare void @release(%lock*)
declare cc 11 void @raw(%queue* inalloca(%queue))
declare x86_thiscallcc void @make(%queue* sret(%queue), %node** swifterror)

define internal void ()* @pick() {
  ret void ()* @lock_all
}

define dso_local i32 @push(%queue* noundef %q, i32 returned %value) local_unnamed_addr #1 section ".text.push" align 16 gc "shadow-stack" prefix i32 1 prologue i8 -112 {
entry:
  %size = getelementptr inbounds %queue, %queue* %q, i64 0, i32 1
  %old = load i64, i64* %size, align 8, !range !2
  %new = add nuw i64 %old, 1
  store i64 %new, i64* %size, align 8, !nontemporal !3
  %text = getelementptr [6 x i8], [6 x i8]* @0, i64 0, i64 0
  %n = tail call i32 (i8*, ...) @printf(i8* nonnull align 1 %text, i64 %new, double 0x3FF0000000000000) #2 [ "deopt"(i32 1, i8* null), "empty"() ]
  %spare = call fastcc zeroext i8 @flags(i32 signext 3, %node* byval(%node) null) nounwind readnone, !srcloc !3
  %old.flags = call i64 asm sideeffect inteldialect "pushfq\0Apop $0", "=r,~{memory}"()
  ret i32 %value
}

define void @forward(%queue* %q, ...) {
  musttail call void (%queue*, ...) bitcast (void ()* @lock_all to void (%queue*, ...)*)(%queue* %q, ...)
  ret void
}

define void @guard(void (i8*)* %action) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  %1 = alloca %queue, i32 2, align 16
  %2 = bitcast %queue* %1 to i8*
  invoke coldcc void %action(i8* inreg %2) #2
          to label %3 unwind label %4

3:
  ret void

4:
  %5 = landingpad { i8*, i32 }
          cleanup
          catch i8* null
          filter [1 x i8*] [i8* @extern]
  %6 = extractvalue { i8*, i32 } %5, 1
  %7 = insertvalue { i8*, i32 } %5, i32 %6, 1
  notail call void bitcast (void ()* @lock_all to void (i32)*)(i32 %6)
  resume { i8*, i32 } %7
}

define void @jump(i8* %to, i32 %tag) comdat($shared) {
  switch i32 %tag, label %dispatch [
    i32 0, label %left
    i32 1, label %right
  ], !prof !4
dispatch:
  indirectbr i8* %to, [label %left, label %right]
left:
  callbr void asm sideeffect "jmp ${0:l}", "X"(i8* blockaddress(@jump, %right))
          to label %"the end" [label %right]
right:
  br i1 true, label %"the end", label %"the end"
"the end":
  unreachable
}

attributes #0 = { nofree nounwind "frame-pointer"="all" }
attributes #1 = { noinline uwtable alignstack=16 "no-trapping-math" }
attributes #2 = { willreturn inaccessiblemem_or_argmemonly }
attributes #4 = { "bss-section"="fast" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i64 0, i64 100}
!3 = !{i32 1}
!4 = !{!"branch_weights", i32 1, i32 90, i32 9}
