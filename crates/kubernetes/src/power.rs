//! Powers of ten as Go computes them.

/// Ten to a power as Go's `math.Pow` computes it, by squaring halves apart from their exponent, so
/// that large powers are off by the same bits.
pub(crate) fn power_of_ten(exponent: i64) -> f64 {
    // Beyond this the power is infinite, or zero.
    let mut left = exponent.unsigned_abs().min(400);
    let (mut result, mut result_exponent) = (1.0_f64, 0_i32);
    // Ten is 0.625 × 2⁴.
    let (mut square, mut square_exponent) = (0.625_f64, 4_i32);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
            result_exponent += square_exponent;
        }
        square *= square;
        square_exponent *= 2;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        left /= 2;
    }
    if exponent < 0 {
        result = 1.0 / result;
        result_exponent = -result_exponent;
    }
    // Two steps, because the power of two alone may be out of range.
    let half = result_exponent / 2;
    result * 2.0_f64.powi(half) * 2.0_f64.powi(result_exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_go() {
        for (exponent, expected) in [
            (0, 1.0),
            (2, 100.0),
            (15, 1e15),
            (22, 1e22),
            (100, 1.000_000_000_000_000_2e100),
            (308, 1.000_000_000_000_000_6e308),
            (309, f64::INFINITY),
            (i64::MAX, f64::INFINITY),
            (-1, 0.1),
            (-2, 0.01),
            (-400, 0.0),
            (i64::MIN, 0.0),
        ] {
            assert_eq!(power_of_ten(exponent), expected, "{exponent}");
        }
    }
}
