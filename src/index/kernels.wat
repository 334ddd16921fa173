;; Kernels over blocks of bit sets. `kernels.ts` copies blocks in and out; `npm run kernels` compiles this file.
;;
;; The memory has one page. A block has 16,384 bytes:
;;       0  block A, an operand; `and` and `or` leave their result here
;;   16384  block B, the other operand
;; Every kernel visits the first $bytes of its blocks. $bytes is a multiple of 32 and at most 16,384.
(module
  (memory (export "memory") 1 1)

  ;; A = A and B
  (func (export "and") (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (local.get $at)
          (v128.and (v128.load (local.get $at)) (v128.load offset=16384 (local.get $at))))
        (v128.store offset=16 (local.get $at)
          (v128.and (v128.load offset=16 (local.get $at)) (v128.load offset=16400 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next))))

  ;; A = A or B
  (func (export "or") (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (local.get $at)
          (v128.or (v128.load (local.get $at)) (v128.load offset=16384 (local.get $at))))
        (v128.store offset=16 (local.get $at)
          (v128.or (v128.load offset=16 (local.get $at)) (v128.load offset=16400 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next))))

  ;; The number of bits set in both A and B.
  (func (export "countCommon") (param $bytes i32) (result i32)
    (local $at i32) (local $counts v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $counts (i32x4.add (local.get $counts)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u
            (i8x16.add
              (i8x16.popcnt (v128.and (v128.load (local.get $at)) (v128.load offset=16384 (local.get $at))))
              (i8x16.popcnt (v128.and (v128.load offset=16 (local.get $at)) (v128.load offset=16400 (local.get $at)))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $counts)) (i32x4.extract_lane 1 (local.get $counts)))
      (i32.add (i32x4.extract_lane 2 (local.get $counts)) (i32x4.extract_lane 3 (local.get $counts))))))
