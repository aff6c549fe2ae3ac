//! Computing with quantities. Results are exact and keep the family of the left side.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::{Amount, LONGEST, Quantity, QuantityError, digits, ten_to};

impl Quantity {
    /// The sum. A zero left side takes the family of the right one.
    pub fn add(&self, other: &Quantity) -> Result<Quantity, QuantityError> {
        self.combine(other, i64::checked_add, |left, right| left + right)
    }

    /// The difference. A zero left side takes the family of the right one.
    pub fn subtract(&self, other: &Quantity) -> Result<Quantity, QuantityError> {
        self.combine(other, i64::checked_sub, |left, right| left - right)
    }

    fn combine(
        &self,
        other: &Quantity,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(BigInt, BigInt) -> BigInt,
    ) -> Result<Quantity, QuantityError> {
        if other.is_zero() && !self.is_zero() {
            return Ok(self.clone());
        }
        let format = if self.is_zero() { other.format } else { self.format };
        if let Some(amount) = self.combine_small(other, small) {
            return Ok(Quantity { amount, format });
        }
        // A zero has no size, so its exponent does not count.
        let exponent = if self.is_zero() {
            other.exponent()
        } else {
            self.exponent().min(other.exponent())
        };
        let left = self.at_exponent(exponent)?;
        let right = other.at_exponent(exponent)?;
        Ok(Quantity::new(big(left, right), exponent, format))
    }

    /// The common case, without big numbers.
    fn combine_small(&self, other: &Quantity, operation: impl Fn(i64, i64) -> Option<i64>) -> Option<Amount> {
        let (
            Amount::Small { mantissa, exponent },
            Amount::Small {
                mantissa: other,
                exponent: other_exponent,
            },
        ) = (&self.amount, &other.amount)
        else {
            return None;
        };
        let lowest = *exponent.min(other_exponent);
        let aligned = |mantissa: i64, exponent: i32| {
            let gap = i64::from(exponent) - i64::from(lowest);
            mantissa.checked_mul(10_i64.checked_pow(u32::try_from(gap).ok()?)?)
        };
        let mantissa = operation(aligned(*mantissa, *exponent)?, aligned(*other, *other_exponent)?)?;
        Some(Amount::Small {
            mantissa,
            exponent: lowest,
        })
    }

    /// The mantissa this quantity has at a lower exponent.
    fn at_exponent(&self, exponent: i32) -> Result<BigInt, QuantityError> {
        let mantissa = self.mantissa();
        if mantissa.is_zero() {
            return Ok(mantissa);
        }
        Ok(mantissa.clone() * power(i64::from(self.exponent()) - i64::from(exponent), &mantissa)?)
    }

    /// The exact product.
    pub fn multiply(&self, other: &Quantity) -> Result<Quantity, QuantityError> {
        let mantissa = self.mantissa() * other.mantissa();
        let exponent = i64::from(self.exponent()) + i64::from(other.exponent());
        if mantissa.is_zero() {
            return Ok(Quantity::new(mantissa, 0, self.format));
        }
        if exponent.unsigned_abs() > LONGEST as u64 {
            return Err(QuantityError::TooLong);
        }
        let exponent = i32::try_from(exponent).map_err(|_| QuantityError::TooLong)?;
        Ok(Quantity::new(mantissa, exponent, self.format))
    }

    /// The quotient, cut towards zero to the finer scale of both sides (JMESPath reference §6.3).
    pub fn divide(&self, other: &Quantity) -> Result<Quantity, QuantityError> {
        let (dividend, divisor) = (self.mantissa(), other.mantissa());
        if divisor.is_zero() {
            return Err(QuantityError::DivisionByZero);
        }
        let exponent = self.exponent().min(other.exponent());
        if dividend.is_zero() {
            return Ok(Quantity::new(dividend, 0, self.format));
        }
        let shift = i64::from(self.exponent()) - i64::from(other.exponent()) - i64::from(exponent);
        let quotient = if shift >= 0 {
            let power = power(shift, &dividend)?;
            dividend * power / divisor
        } else {
            let power = power(-shift, &divisor)?;
            dividend / (divisor * power)
        };
        Ok(Quantity::new(quotient, exponent, self.format))
    }

    /// The remainder of whole quantities; its sign is that of the left side.
    pub fn modulo(&self, other: &Quantity) -> Result<Quantity, QuantityError> {
        let (Some(left), Some(right)) = (self.whole(), other.whole()) else {
            return Err(QuantityError::NotWhole);
        };
        if right == 0 {
            return Err(QuantityError::DivisionByZero);
        }
        Ok(Quantity::from_i64(left.wrapping_rem(right), self.format))
    }

    /// The value as a whole number of 64 bits, however it is held.
    fn whole(&self) -> Option<i64> {
        if let Some(value) = self.as_i64() {
            return Some(value);
        }
        // Beyond this no mantissa above zero is within 64 bits.
        if self.exponent() > 18 {
            return None;
        }
        let value = match self.exponent() {
            0.. => self.mantissa() * ten_to(self.exponent().unsigned_abs()),
            _ => {
                let power = ten_to(self.exponent().unsigned_abs());
                if !(self.mantissa() % &power).is_zero() {
                    return None;
                }
                self.mantissa() / power
            }
        };
        value.to_i64()
    }
}

/// A power of ten for a number, refused if the product would be too long.
fn power(exponent: i64, number: &BigInt) -> Result<BigInt, QuantityError> {
    let longest = LONGEST as i64;
    let places = u32::try_from(exponent).map_err(|_| QuantityError::TooLong)?;
    if exponent > longest || digits(number) + exponent > 2 * longest {
        return Err(QuantityError::TooLong);
    }
    Ok(ten_to(places))
}
