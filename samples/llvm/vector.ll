; Arithmetic on scalars, vectors and memory: every calculating instruction.
target triple = "x86_64-pc-linux-gnu"

@identity = constant <2 x double> <double 1.0, double -0.0>
@formats = constant { half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 } { half 0xH3C00, bfloat 0xR3F80, float 0x3FF0000000000000, double +1.5E3, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000 }
@folded = constant [2 x i32] [i32 extractelement (<2 x i32> <i32 1, i32 2>, i32 0), i32 select (i1 fcmp olt (double 1.0, double 2.0), i32 add (i32 1, i32 2), i32 trunc (i64 9 to i32))]
@cell = global i32 0

declare double @llvm.sqrt.f64(double)
declare <vscale x 4 x i32> @llvm.experimental.stepvector.nxv4i32()

define i64 @integers(i64 %a, i64 %b, i32 %c) {
  %sum = add nuw nsw i64 %a, %b
  %difference = sub i64 %sum, -12
  %product = mul nsw i64 %difference, %a
  %quotient = udiv exact i64 %product, 3
  %signed = sdiv i64 %quotient, %b
  %rest = urem i64 %signed, 10
  %signed.rest = srem i64 %rest, %b
  %left = shl nuw i64 %signed.rest, 2
  %right = lshr exact i64 %left, 1
  %arithmetic = ashr i64 %right, 1
  %both = and i64 %arithmetic, 255
  %any = or i64 %both, 1
  %one = xor i64 %any, -1
  %wide = zext i32 %c to i64
  %wider = sext i32 %c to i64
  %bit = icmp ult i64 %wide, %wider
  %same = icmp eq i32* null, @cell
  %mixed = and i1 %bit, %same
  %chosen = select i1 %mixed, i64 %one, i64 %wide
  %frozen = freeze i64 %chosen
  ret i64 %frozen
}

define double @floats(double %x, float %y, i32 %n) {
  %negative = fneg nnan double %x
  %sum = fadd fast double %negative, 1.0e+10
  %difference = fsub reassoc nsz double %sum, %x
  %product = fmul contract afn double %difference, 2.
  %quotient = fdiv arcp ninf double %product, %sum
  %rest = frem double %quotient, 0x7FF0000000000000
  %long = fpext float %y to double
  %short = fptrunc double %rest to float
  %whole = fptosi float %short to i32
  %positive = fptoui double %long to i32
  %back = sitofp i32 %whole to double
  %forth = uitofp i32 %positive to double
  %ordered = fcmp nnan olt double %back, %forth
  %always = fcmp true double %x, undef
  %known = and i1 %ordered, %always
  %chosen = select nnan i1 %known, double %back, double poison
  %root = call fast double @llvm.sqrt.f64(double %chosen)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %acc = phi fast double [ %root, %0 ], [ %acc.next, %loop ], !tag !0
  %acc.next = fadd double %acc, 5.000000e-01
  %next = add i32 %i, 1
  %done = icmp sge i32 %next, %n
  br i1 %done, label %end, label %loop, !llvm.loop !1
end:
  ret double %acc.next
}

define <4 x i32> @vectors(<4 x i32> %v, <4 x i32*> %p, <vscale x 4 x i32> %s, i32 %i) #0 {
  %lane = extractelement <4 x i32> %v, i32 %i
  %set = insertelement <4 x i32> %v, i32 %lane, i64 3
  %mixed = shufflevector <4 x i32> %set, <4 x i32> undef, <4 x i32> <i32 3, i32 undef, i32 1, i32 0>
  %reversed = shufflevector <4 x i32> %mixed, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp sgt <4 x i32> %reversed, <i32 1, i32 2, i32 3, i32 4>
  %blend = select <4 x i1> %mask, <4 x i32> %reversed, <4 x i32> %v
  %addresses = getelementptr i32, <4 x i32*> %p, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %numbers = ptrtoint <4 x i32*> %addresses to <4 x i64>
  %low = trunc <4 x i64> %numbers to <4 x i32>
  %steps = call <vscale x 4 x i32> @llvm.experimental.stepvector.nxv4i32()
  %scaled = mul <vscale x 4 x i32> %s, %steps
  %first = extractelement <vscale x 4 x i32> %scaled, i64 0
  %spread = insertelement <vscale x 4 x i32> poison, i32 %first, i32 0
  %total = add <4 x i32> %blend, %low
  ret <4 x i32> %total
}

define i32 @memory(i32* %p, i8 addrspace(3)* %shared, i8* %list, i64 %address) {
start:
  %slot = alloca i32, align 4
  %many = alloca inalloca [2 x { i8, <{ i16 }> }], i64 4, align 16, !tag !0
  %plain = load i32, i32* %p
  %fresh = load volatile i32, i32* %p, align 4, !invariant.load !0
  %atomic = load atomic volatile i32, i32* %p syncscope("singlethread") acquire, align 4
  store i32 %plain, i32* %slot
  store volatile i32 %fresh, i32* %slot, align 4
  store atomic i32 %atomic, i32* %p release, align 4
  fence syncscope("agent") seq_cst
  %pair = cmpxchg weak volatile i32* %p, i32 0, i32 1 acq_rel monotonic, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %previous = atomicrmw volatile umax i32* %p, i32 %old syncscope("agent") monotonic, align 4
  %float = atomicrmw fadd float* null, float 1.0 seq_cst
  %generic = addrspacecast i8 addrspace(3)* %shared to i8*
  %pointer = inttoptr i64 %address to i32*
  %argument = va_arg i8* %list, i32
  %result = add i32 %argument, %previous
  ret i32 %result
}

attributes #0 = { vscale_range(1,16) nounwind }

!0 = !{}
!1 = distinct !{!1, !{!"llvm.loop.unroll.disable"}}
