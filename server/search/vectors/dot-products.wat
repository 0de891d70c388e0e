;; Dot products of one vector with many, all of signed bytes, sixteen at a time. This is what the function does:
;;
;;     do {
;;       sum = 0 0 0 0
;;       for (at = 0; at < width; at += 16) sum += products of the sixteen bytes at `query + at` and `vectors + at`
;;       *products = sum of the four
;;       products += 4, vectors += width
;;     } while (--count)

(module
  (import "own" "memory" (memory 0 65536))

  ;; `query`, `vectors` and `products` are addresses. `width` is a multiple of 16, `count` is over 0.
  (func (export "run")
    (param $query i32) (param $vectors i32) (param $width i32) (param $count i32) (param $products i32)
    (local $at i32) (local $a v128) (local $b v128) (local $sum v128)

    (loop $vector
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))

      (loop $part
        (local.set $a (v128.load (i32.add (local.get $query) (local.get $at))))
        (local.set $b (v128.load (i32.add (local.get $vectors) (local.get $at))))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $a))
                (i16x8.extend_low_i8x16_s (local.get $b)))
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $a))
                (i16x8.extend_high_i8x16_s (local.get $b))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $part (i32.lt_u (local.get $at) (local.get $width))))

      (i32.store
        (local.get $products)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (local.set $vectors (i32.add (local.get $vectors) (local.get $width)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $vector (local.get $count)))))
