;; Kernels that unpack runs and count options. `kernels.ts` copies their operands in and their results out; `npm run kernels`
;; compiles this file.
;;
;; The memory has three pages. For records of a packed chunk:
;;       0  the records, and 8 bytes more
;;    8192  the positions
;;
;; For the options of a block of 16,384 products:
;;       0  the first variant of each product and how many it has, 32 bits each
;;  131072  a bit for each product, set if it is to be counted
;;  133120  a bit for each of 131,072 variants, set if it matches, and 8 bytes more
;;  149520  the mask of each product, a byte: its variants that match
;;  165904  a column of 8,192 products that have an option, 16 bits each
;;  182288  a byte for each of these products: its variants that have the option
(module
  (memory (export "memory") 3 3)

  ;; The masks of the products to count, and 0 for the others of the block. The variants of the block begin at $first.
  (func (export "matchMasks") (param $first i32)
    (local $word i32) (local $bits i32) (local $at i32) (local $variant i32)
    (memory.fill (i32.const 149520) (i32.const 0) (i32.const 16384))
    (loop $nextWord
      (local.set $bits (i32.load offset=131072 (i32.shl (local.get $word) (i32.const 2))))
      (block $done
        (loop $next
          (br_if $done (i32.eqz (local.get $bits)))
          (local.set $at (i32.add (i32.shl (local.get $word) (i32.const 5)) (i32.ctz (local.get $bits))))
          (local.set $variant (i32.sub (i32.load (i32.shl (local.get $at) (i32.const 3))) (local.get $first)))
          ;; As many bits as there are variants, from that of the first variant on. Products with variants elsewhere read any bits.
          (i32.store8 offset=149520 (local.get $at)
            (i32.and
              (i32.wrap_i64 (i64.shr_u
                (i64.load offset=133120 (i32.and (i32.shr_u (local.get $variant) (i32.const 3)) (i32.const 0x3fff)))
                (i64.extend_i32_u (i32.and (local.get $variant) (i32.const 7)))))
              (i32.sub
                (i32.shl (i32.const 1) (i32.load offset=4 (i32.shl (local.get $at) (i32.const 3))))
                (i32.const 1))))
          (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
          (br $next)))
      (local.set $word (i32.add (local.get $word) (i32.const 1)))
      (br_if $nextWord (i32.lt_u (local.get $word) (i32.const 512)))))

  ;; Of the first $length products of the column, the number of those that have the option on a matching variant. Reads 16 at a time.
  (func (export "countColumn") (param $length i32) (result i32)
    (local $at i32) (local $double i32) (local $match v128) (local $counts v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $double (i32.shl (local.get $at) (i32.const 1)))
        ;; The masks of 16 products.
        (local.set $match (v128.load8_lane offset=149520 0 (i32.load16_u offset=165904 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 1 (i32.load16_u offset=165906 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 2 (i32.load16_u offset=165908 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 3 (i32.load16_u offset=165910 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 4 (i32.load16_u offset=165912 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 5 (i32.load16_u offset=165914 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 6 (i32.load16_u offset=165916 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 7 (i32.load16_u offset=165918 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 8 (i32.load16_u offset=165920 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 9 (i32.load16_u offset=165922 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 10 (i32.load16_u offset=165924 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 11 (i32.load16_u offset=165926 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 12 (i32.load16_u offset=165928 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 13 (i32.load16_u offset=165930 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 14 (i32.load16_u offset=165932 (local.get $double)) (local.get $match)))
        (local.set $match (v128.load8_lane offset=149520 15 (i32.load16_u offset=165934 (local.get $double)) (local.get $match)))
        ;; A lane is -1 where they have no bit in common with those of the option, else 0: 1 more is counted.
        (local.set $counts (i32x4.add (local.get $counts)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u
            (i8x16.add
              (i8x16.splat (i32.const 1))
              (i8x16.eq
                (v128.const i32x4 0 0 0 0)
                (v128.and (local.get $match) (v128.load offset=182288 (local.get $at)))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $counts)) (i32x4.extract_lane 1 (local.get $counts)))
      (i32.add (i32x4.extract_lane 2 (local.get $counts)) (i32x4.extract_lane 3 (local.get $counts)))))

  ;; Writes the positions of records of $width bits, the lower $runBits of which are the length of a run less one. Stops
  ;; behind bit $lastRecord, $size positions or position $last. Returns the last position, or -1 if they are not $size.
  (func (export "listRuns") (param $width i32) (param $runBits i32) (param $lastRecord i32) (param $size i32)
    (param $first i32) (param $last i32) (result i32)
    (local $offset i32) (local $at i32) (local $end i32) (local $next i32) (local $record i32) (local $run i32)
    (local $mask i32) (local $runMask i32) (local $index i32) (local $starts v128)
    (local.set $mask (i32.sub (i32.shl (i32.const 1) (local.get $width)) (i32.const 1)))
    (local.set $runMask (i32.sub (i32.shl (i32.const 1) (local.get $runBits)) (i32.const 1)))
    (local.set $at (i32.const 8192))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $size) (i32.const 2))))
    (local.set $next (local.get $first))
    (block $done
      (loop $nextRecord
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.gt_u (local.get $offset) (local.get $lastRecord)))
        (local.set $record (i32.and (local.get $mask)
          (i32.shr_u
            (i32.load (i32.shr_u (local.get $offset) (i32.const 3)))
            (i32.and (local.get $offset) (i32.const 7)))))
        (local.set $next (i32.add (local.get $next) (i32.shr_u (local.get $record) (local.get $runBits))))
        (br_if $done (i32.gt_u (local.get $next) (local.get $last)))
        ;; Eight positions, and those after the run again: most runs are short, and of no predictable length.
        (local.set $starts (i32x4.splat (local.get $next)))
        (v128.store (local.get $at) (i32x4.add (local.get $starts) (v128.const i32x4 0 1 2 3)))
        (v128.store offset=16 (local.get $at) (i32x4.add (local.get $starts) (v128.const i32x4 4 5 6 7)))
        (local.set $run (i32.add (i32.and (local.get $record) (local.get $runMask)) (i32.const 1)))
        (if (i32.gt_u (local.get $run) (i32.const 8)) (then
          (local.set $index (i32.const 8))
          (loop $fill
            (i32.store
              (i32.add (local.get $at) (i32.shl (local.get $index) (i32.const 2)))
              (i32.add (local.get $next) (local.get $index)))
            (local.set $index (i32.add (local.get $index) (i32.const 1)))
            (br_if $fill (i32.lt_u (local.get $index) (local.get $run))))))
        (local.set $next (i32.add (local.get $next) (local.get $run)))
        (local.set $at (i32.add (local.get $at) (i32.shl (local.get $run) (i32.const 2))))
        (local.set $offset (i32.add (local.get $offset) (local.get $width)))
        (br $nextRecord)))
    (select
      (i32.sub (local.get $next) (i32.const 1))
      (i32.const -1)
      (i32.eq (local.get $at) (local.get $end)))))
