;; The search of inexact-bytes.ts: sixteen bytes at a time, for a number that a double may not hold.
;; The test beside it makes `searchProgram` of this text, and says what has to stand there.
(module
  (memory (export "memory") 2)

  (func $areDigits (param $bytes v128) (result v128)
    (i8x16.le_u
      (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x30)))
      (i8x16.splat (i32.const 9))))

  (func $are (param $bytes v128) (param $byte i32) (result v128)
    (i8x16.eq (local.get $bytes) (i8x16.splat (local.get $byte))))

  ;; True where sixteen of the bits in a row are set.
  (func $hasRun (param $bits i32) (result i32)
    (local.set $bits (i32.and (local.get $bits) (i32.shr_u (local.get $bits) (i32.const 1))))
    (local.set $bits (i32.and (local.get $bits) (i32.shr_u (local.get $bits) (i32.const 2))))
    (local.set $bits (i32.and (local.get $bits) (i32.shr_u (local.get $bits) (i32.const 4))))
    (i32.and (local.get $bits) (i32.shr_u (local.get $bits) (i32.const 8))))

  ;; The bytes from $at to $end, with a zero before and thirty-two behind them. 1: a digit, e, a sign or digit and two digits, or sixteen digits and points.
  (func (export "search") (param $at i32) (param $end i32) (result i32)
    (local $bytes v128) (local $marks v128) (local $next v128) (local $run i32)
    (loop $blocks
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $marks (v128.and
        (call $are (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20))) (i32.const 0x65))
        (call $areDigits (v128.load (i32.sub (local.get $at) (i32.const 1))))))
      (if (v128.any_true (local.get $marks)) (then
        (local.set $next (v128.load offset=1 (local.get $at)))
        (local.set $marks (v128.and
          (v128.and (local.get $marks) (v128.or
            (call $areDigits (local.get $next))
            (v128.or (call $are (local.get $next) (i32.const 0x2b)) (call $are (local.get $next) (i32.const 0x2d)))))
          (v128.and
            (call $areDigits (v128.load offset=2 (local.get $at)))
            (call $areDigits (v128.load offset=3 (local.get $at))))))
        (if (v128.any_true (local.get $marks)) (then (return (i32.const 1))))))
      ;; The bits of the block before, and of this one.
      (local.set $run (i32.or
        (i32.shr_u (local.get $run) (i32.const 16))
        (i32.shl
          (i8x16.bitmask (v128.or (call $areDigits (local.get $bytes)) (call $are (local.get $bytes) (i32.const 0x2e))))
          (i32.const 16))))
      (if (call $hasRun (local.get $run)) (then (return (i32.const 1))))
      (br_if $blocks (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (i32.const 0)))
