; Debug information, metadata, funclets and module summaries.
source_filename = "shape.cpp"
target triple = "x86_64-pc-windows-msvc"

%shape = type { i32, double }

@scale = dso_local global i32 2, align 4, !dbg !0
@table = constant [2 x i8*] zeroinitializer, !type !40, !absolute_symbol !41

declare !dbg !26 void @draw(%shape*, i32)
declare i32 @__CxxFrameHandler3(...)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #0
declare void @llvm.dbg.value(metadata, metadata, metadata) #0
declare void @llvm.dbg.label(metadata) #0
declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)

define dso_local i32 @area(i32 %width, double %height) #1 !dbg !14 !prof !42 {
entry:
  %width.addr = alloca i32, align 4
  store i32 %width, i32* %width.addr, align 4, !tbaa !37
  call void @llvm.dbg.declare(metadata i32* %width.addr, metadata !18, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.value(metadata double %height, metadata !19, metadata !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 16)), !dbg !23
  call void @llvm.dbg.value(metadata !DIArgList(i32 %width, i32 7), metadata !18, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !22
  call void @llvm.dbg.value(metadata !{}, metadata !18, metadata !DIExpression()), !dbg !DILocation(line: 4, scope: !21)
  call void @llvm.dbg.label(metadata !20), !dbg !23
  %rounded = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %height, metadata !"fpexcept.strict") #2, !dbg !23
  %loaded = load i32, i32* %width.addr, align 4, !dbg !23, !tbaa !37, !noundef !{}
  %result = mul nsw i32 %loaded, %rounded, !dbg !23
  ret i32 %result, !dbg !24
}

define void @paint(%shape* %s) personality i32 (...)* @__CxxFrameHandler3 {
entry:
  invoke void @draw(%shape* %s, i32 0)
          to label %exit unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler, label %other] unwind label %cleanup
handler:
  %caught = catchpad within %switch [i8* null, i32 64, i8* null]
  call void @draw(%shape* %s, i32 1) [ "funclet"(token %caught) ]
  catchret from %caught to label %exit
other:
  %rest = catchpad within %switch [%shape* null, i32 8, i8** null]
  invoke void @draw(%shape* %s, i32 2) [ "funclet"(token %rest) ]
          to label %leave unwind label %cleanup
leave:
  catchret from %rest to label %exit
cleanup:
  %pad = cleanuppad within none [i32 1]
  cleanupret from %pad unwind to caller
exit:
  ret void
}

define i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  %z = add i32 %y, %x
  %w = sub i32 %z, %x
  ret i32 %w
  uselistorder i32 %x, { 3, 0, 1, 2 }
}

attributes #0 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #1 = { noinline nounwind sspstrong "target-cpu"="x86-64" }
attributes #2 = { strictfp }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!11, !12}
!llvm.ident = !{!13}
!named.expressions = !{!DIExpression(DW_OP_deref), !43}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "scale", scope: !2, file: !3, line: 1, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: true, flags: "-O2", runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !5, globals: !{!0}, macros: !{!35}, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "shape.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!4 = !{!7}
!5 = !{!9, !10}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", scope: null, file: !3, line: 2, baseType: !6, size: 32, flags: DIFlagEnumClass | DIFlagPublic, elements: !{!8}, identifier: "color")
!8 = !DIEnumerator(name: "red", value: -1, isUnsigned: false)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, extraData: i32 3, dwarfAddressSpace: 1)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !{!DISubrange(count: 4, lowerBound: 0), !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 3), upperBound: !1, stride: !1)})
!11 = !{i32 2, !"CodeView", i32 1}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{!"clang version 14.0.6"}
!14 = distinct !DISubprogram(name: "area", linkageName: "?area@@YAHHN@Z", scope: !28, file: !3, line: 3, type: !15, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, templateParams: !32, retainedNodes: !17)
!15 = !DISubroutineType(cc: DW_CC_normal, types: !16)
!16 = !{!6, !6, null}
!17 = !{!18, !19, !20}
!18 = !DILocalVariable(name: "width", arg: 1, scope: !14, file: !3, line: 3, type: !6)
!19 = !DILocalVariable(name: "height", scope: !21, file: !3, line: 3, type: !6, align: 64)
!20 = !DILabel(scope: !21, name: "again", file: !3, line: 4)
!21 = distinct !DILexicalBlock(scope: !14, file: !3, line: 4, column: 2)
!22 = !DILocation(line: 3, column: 9, scope: !14)
!23 = !DILocation(line: 4, column: 5, scope: !25, inlinedAt: !24, isImplicitCode: true)
!24 = distinct !DILocation(line: 5, scope: !14)
!25 = !DILexicalBlockFile(scope: !21, file: !3, discriminator: 2)
!26 = !DISubprogram(name: "draw", scope: !28, file: !3, line: 9, type: !15, spFlags: DISPFlagOptimized)
!28 = !DINamespace(name: "geometry", scope: null, exportSymbols: true)
!29 = !DIModule(scope: null, name: "M", configMacros: "-DX")
!30 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !28, file: !3, line: 6)
!31 = !DITemplateTypeParameter(name: "T", type: !6, defaulted: true)
!32 = !{!31, !DITemplateValueParameter(name: "N", type: !6, value: i32 4)}
!35 = !DIMacroFile(line: 0, file: !3, nodes: !{!DIMacro(type: DW_MACINFO_define, line: 1, name: "PI", value: "3")})
!36 = !GenericDINode(tag: DW_TAG_member, header: "some\00text", operands: {!3, null, !"word"})
!37 = !{!38, !38, i64 0}
!38 = !{!"int", !39, i64 0}
!39 = !{!"root"}
!40 = !{i64 0, !"vtable"}
!41 = !{i64 256, i64 512}
!42 = !{!"function_entry_count", i64 3}
!43 = distinct !{!43, !36, !30, !29}

^0 = module: (path: "shape.o", hash: (0, 1, 2, 3, 4))
^1 = gv: (name: "area", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), insts: 9, calls: ((callee: ^2, hotness: hot)), refs: (readonly ^3))))
^2 = gv: (name: "draw")
^3 = gv: (name: "scale")
^4 = blockcount: 6
