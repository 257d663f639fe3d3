;; Sums and dot products of int8 table rows, in SIMD. The host owns the memory and its layout; all pointers are byte
;; offsets. `dim` is a multiple of 32. Results are repeatable: sums are added up in the order of the ids, and products
;; are exact integers.
(module
  (import "host" "memory" (memory 1))

  ;; The vector of a text is the sum of its tokens' rows, each times its scale. The columns are taken 32 at a time, so
  ;; that a slice of the sum stays in registers while all ids pass.
  ;; sum[0..dim) += scales[id] * rows[id * dim ..][0..dim) for each of the `count` u32 ids.
  (func (export "add_rows")
    (param $rows i32) (param $scales i32) (param $dim i32) (param $ids i32) (param $count i32) (param $sum i32)
    (local $rows_end i32) (local $id i32) (local $ids_end i32) (local $row i32)
    (local $scale v128) (local $bytes v128) (local $half v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local.set $rows_end (i32.add (local.get $rows) (local.get $dim)))
    (local.set $ids_end (i32.add (local.get $ids) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $columns
      (br_if $done (i32.ge_u (local.get $rows) (local.get $rows_end)))
      (local.set $a (v128.load offset=0 (local.get $sum)))
      (local.set $b (v128.load offset=16 (local.get $sum)))
      (local.set $c (v128.load offset=32 (local.get $sum)))
      (local.set $d (v128.load offset=48 (local.get $sum)))
      (local.set $e (v128.load offset=64 (local.get $sum)))
      (local.set $f (v128.load offset=80 (local.get $sum)))
      (local.set $g (v128.load offset=96 (local.get $sum)))
      (local.set $h (v128.load offset=112 (local.get $sum)))
      (local.set $id (local.get $ids))
      (block $summed
        (loop $next
          (br_if $summed (i32.ge_u (local.get $id) (local.get $ids_end)))
          (local.set $row (i32.add (local.get $rows) (i32.mul (i32.load (local.get $id)) (local.get $dim))))
          (local.set $scale (v128.load32_splat
            (i32.add (local.get $scales) (i32.shl (i32.load (local.get $id)) (i32.const 2)))))
          (local.set $bytes (v128.load offset=0 (local.get $row)))
          (local.set $half (i16x8.extend_low_i8x16_s (local.get $bytes)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $half (i16x8.extend_high_i8x16_s (local.get $bytes)))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $bytes (v128.load offset=16 (local.get $row)))
          (local.set $half (i16x8.extend_low_i8x16_s (local.get $bytes)))
          (local.set $e (f32x4.add (local.get $e) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $f (f32x4.add (local.get $f) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $half (i16x8.extend_high_i8x16_s (local.get $bytes)))
          (local.set $g (f32x4.add (local.get $g) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
          (local.set $h (f32x4.add (local.get $h) (f32x4.mul (local.get $scale)
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
          (local.set $id (i32.add (local.get $id) (i32.const 4)))
          (br $next)))
      (v128.store offset=0 (local.get $sum) (local.get $a))
      (v128.store offset=16 (local.get $sum) (local.get $b))
      (v128.store offset=32 (local.get $sum) (local.get $c))
      (v128.store offset=48 (local.get $sum) (local.get $d))
      (v128.store offset=64 (local.get $sum) (local.get $e))
      (v128.store offset=80 (local.get $sum) (local.get $f))
      (v128.store offset=96 (local.get $sum) (local.get $g))
      (v128.store offset=112 (local.get $sum) (local.get $h))
      (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
      (local.set $sum (i32.add (local.get $sum) (i32.const 128)))
      (br $columns))))

  ;; out[i] = row . rows[ids[i] * dim ..][0..dim) for each of the `count` u32 ids, in i32. `row` is a pointer to a row.
  (func (export "dot_rows")
    (param $row i32) (param $rows i32) (param $dim i32) (param $ids i32) (param $count i32) (param $out i32)
    (local $row_end i32) (local $ids_end i32) (local $a i32) (local $b i32)
    (local $x v128) (local $y v128) (local $sum v128)
    (local.set $row_end (i32.add (local.get $row) (local.get $dim)))
    (local.set $ids_end (i32.add (local.get $ids) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $ids) (local.get $ids_end)))
      (local.set $a (local.get $row))
      (local.set $b (i32.add (local.get $rows) (i32.mul (i32.load (local.get $ids)) (local.get $dim))))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $columns
        (local.set $x (v128.load (local.get $a)))
        (local.set $y (v128.load (local.get $b)))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s
          (i16x8.extend_low_i8x16_s (local.get $x)) (i16x8.extend_low_i8x16_s (local.get $y)))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s
          (i16x8.extend_high_i8x16_s (local.get $x)) (i16x8.extend_high_i8x16_s (local.get $y)))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $b (i32.add (local.get $b) (i32.const 16)))
        (br_if $columns (i32.lt_u (local.get $a) (local.get $row_end))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
        (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br $next)))))
