;; Dot products of one query with every row of a table, in SIMD, and bounds on them where rows are rounded.
;;
;; The host owns the memory and its layout; all pointers are byte offsets, no alignment is needed. Rows lie one
;; after another without padding. Row i is left out when `allowed` is not 0 and the byte at allowed + i is 0: its
;; score is then NaN (f32) or the least i32. Accumulators are summed in a fixed order, so scores are repeatable.
(module
  (import "host" "memory" (memory 1))

  ;; f32: 16 numbers a turn in four accumulators, then 4, then 1.
  (func (export "scan_f32")
    (param $rows i32) (param $count i32) (param $dim i32) (param $query i32) (param $allowed i32) (param $scores i32)
    (local $end i32) (local $q i32) (local $r i32)
    (local $row_end i32) (local $end16 i32) (local $end4 i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $sum f32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $r (local.get $rows))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $row_end (i32.add (local.get $r) (i32.shl (local.get $dim) (i32.const 2))))
        (block $scored
          (if (local.get $allowed)
            (then
              (if (i32.eqz (i32.load8_u (local.get $allowed)))
                (then
                  (f32.store (local.get $scores) (f32.const nan))
                  (local.set $r (local.get $row_end))
                  (br $scored)))))
          (local.set $q (local.get $query))
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $c (v128.const i32x4 0 0 0 0))
          (local.set $d (v128.const i32x4 0 0 0 0))
          (local.set $end16
            (i32.add (local.get $r) (i32.shl (i32.and (local.get $dim) (i32.const -16)) (i32.const 2))))
          (local.set $end4
            (i32.add (local.get $r) (i32.shl (i32.and (local.get $dim) (i32.const -4)) (i32.const 2))))
          (block $end_of_16
            (loop $by16
              (br_if $end_of_16 (i32.ge_u (local.get $r) (local.get $end16)))
              (local.set $a (f32x4.add (local.get $a)
                (f32x4.mul (v128.load align=1 (local.get $r)) (v128.load align=1 (local.get $q)))))
              (local.set $b (f32x4.add (local.get $b)
                (f32x4.mul (v128.load offset=16 align=1 (local.get $r)) (v128.load offset=16 align=1 (local.get $q)))))
              (local.set $c (f32x4.add (local.get $c)
                (f32x4.mul (v128.load offset=32 align=1 (local.get $r)) (v128.load offset=32 align=1 (local.get $q)))))
              (local.set $d (f32x4.add (local.get $d)
                (f32x4.mul (v128.load offset=48 align=1 (local.get $r)) (v128.load offset=48 align=1 (local.get $q)))))
              (local.set $r (i32.add (local.get $r) (i32.const 64)))
              (local.set $q (i32.add (local.get $q) (i32.const 64)))
              (br $by16)))
          (block $end_of_4
            (loop $by4
              (br_if $end_of_4 (i32.ge_u (local.get $r) (local.get $end4)))
              (local.set $a (f32x4.add (local.get $a)
                (f32x4.mul (v128.load align=1 (local.get $r)) (v128.load align=1 (local.get $q)))))
              (local.set $r (i32.add (local.get $r) (i32.const 16)))
              (local.set $q (i32.add (local.get $q) (i32.const 16)))
              (br $by4)))
          (local.set $a (f32x4.add
            (f32x4.add (local.get $a) (local.get $b))
            (f32x4.add (local.get $c) (local.get $d))))
          (local.set $sum (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
          (block $end_of_1
            (loop $by1
              (br_if $end_of_1 (i32.ge_u (local.get $r) (local.get $row_end)))
              (local.set $sum (f32.add (local.get $sum)
                (f32.mul (f32.load align=1 (local.get $r)) (f32.load align=1 (local.get $q)))))
              (local.set $r (i32.add (local.get $r) (i32.const 4)))
              (local.set $q (i32.add (local.get $q) (i32.const 4)))
              (br $by1)))
          (f32.store (local.get $scores) (local.get $sum)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (if (local.get $allowed)
          (then (local.set $allowed (i32.add (local.get $allowed) (i32.const 1)))))
        (br $next))))

  ;; i8 rows against a query already widened to i16: 16 numbers a turn, then 1. Exact in i32 up to 133,000 numbers.
  (func (export "scan_i8")
    (param $rows i32) (param $count i32) (param $dim i32) (param $query i32) (param $allowed i32) (param $scores i32)
    (local $end i32) (local $q i32) (local $r i32) (local $row_end i32) (local $end16 i32)
    (local $a v128) (local $b v128) (local $sum i32)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $r (local.get $rows))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $row_end (i32.add (local.get $r) (local.get $dim)))
        (block $scored
          (if (local.get $allowed)
            (then
              (if (i32.eqz (i32.load8_u (local.get $allowed)))
                (then
                  (i32.store (local.get $scores) (i32.const 0x80000000))
                  (local.set $r (local.get $row_end))
                  (br $scored)))))
          (local.set $q (local.get $query))
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $end16 (i32.add (local.get $r) (i32.and (local.get $dim) (i32.const -16))))
          (block $end_of_16
            (loop $by16
              (br_if $end_of_16 (i32.ge_u (local.get $r) (local.get $end16)))
              (local.set $a (i32x4.add (local.get $a)
                (i32x4.dot_i16x8_s (v128.load8x8_s align=1 (local.get $r)) (v128.load align=1 (local.get $q)))))
              (local.set $b (i32x4.add (local.get $b)
                (i32x4.dot_i16x8_s
                  (v128.load8x8_s offset=8 align=1 (local.get $r)) (v128.load offset=16 align=1 (local.get $q)))))
              (local.set $r (i32.add (local.get $r) (i32.const 16)))
              (local.set $q (i32.add (local.get $q) (i32.const 32)))
              (br $by16)))
          (local.set $a (i32x4.add (local.get $a) (local.get $b)))
          (local.set $sum (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
          (block $end_of_1
            (loop $by1
              (br_if $end_of_1 (i32.ge_u (local.get $r) (local.get $row_end)))
              (local.set $sum (i32.add (local.get $sum)
                (i32.mul (i32.load8_s (local.get $r)) (i32.load16_s align=1 (local.get $q)))))
              (local.set $r (i32.add (local.get $r) (i32.const 1)))
              (local.set $q (i32.add (local.get $q) (i32.const 2)))
              (br $by1)))
          (i32.store (local.get $scores) (local.get $sum)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (if (local.get $allowed)
          (then (local.set $allowed (i32.add (local.get $allowed) (i32.const 1)))))
        (br $next))))

  ;; Turns scores of scan_i8 into f32 in place: score * scale * factor + error; of rows left out into NaN. Four a turn:
  ;; the three arrays have to reach to a multiple of four.
  (func (export "bound_i8")
    (param $scores i32) (param $count i32) (param $scales i32) (param $errors i32) (param $factor f32)
    (local $end i32) (local $score v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $score (v128.load align=1 (local.get $scores)))
        (v128.store align=1 (local.get $scores)
          (v128.or
            (i32x4.eq (local.get $score) (i32x4.splat (i32.const 0x80000000)))
            (f32x4.add
              (v128.load align=1 (local.get $errors))
              (f32x4.mul
                (f32x4.mul (f32x4.convert_i32x4_s (local.get $score)) (v128.load align=1 (local.get $scales)))
                (f32x4.splat (local.get $factor))))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (local.set $errors (i32.add (local.get $errors) (i32.const 16)))
        (br $next)))))
