//! What arithmetic works on: numbers, quantities and durations.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_document::number::go_float;
use sekisho_jmespath::{Arguments, Found};

use super::failed;
use crate::{Duration, Quantity, QuantityError};

/// One side of an operation. A text that is both a quantity and a duration, such as `5m`, is a quantity
/// (JMESPath reference §6.3).
pub(super) enum Operand {
    Number(f64),
    Quantity(Quantity),
    Duration(Duration),
}

/// Both sides of an operation.
pub(super) struct Pair {
    left: Operand,
    right: Operand,
}

impl Operand {
    /// The two arguments of a call.
    pub(super) fn pair(arguments: &Arguments<'_, '_>) -> Result<Pair, Complaint> {
        Ok(Pair {
            left: Operand::read(arguments.get(0).value(), arguments)?,
            right: Operand::read(arguments.get(1).value(), arguments)?,
        })
    }

    /// The sum so far and one item more.
    pub(super) fn sum<'a>(
        sum: &Found<'a>,
        item: &Value,
        arguments: &Arguments<'_, 'a>,
    ) -> Result<Found<'a>, Complaint> {
        let left = Operand::read(sum.value(), arguments)?;
        let right = Operand::read(Some(item), arguments)?;
        Pair { left, right }.add(arguments)
    }

    fn read(value: Option<&Value>, arguments: &Arguments<'_, '_>) -> Result<Operand, Complaint> {
        let operand = match value {
            Some(Value::Float(number)) => Some(Operand::Number(*number)),
            Some(Value::String(text)) => match Quantity::parse(text) {
                Ok(quantity) => Some(Operand::Quantity(quantity)),
                Err(_) => Duration::parse(text).ok().map(Operand::Duration),
            },
            _ => None,
        };
        operand.ok_or_else(|| arguments.complain("invalid operand"))
    }
}

impl Pair {
    pub(super) fn add<'a>(&self, arguments: &Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
        match (&self.left, &self.right) {
            (Operand::Number(left), Operand::Number(right)) => Ok((left + right).into()),
            (Operand::Quantity(left), Operand::Quantity(right)) => quantity(left.add(right), arguments),
            (Operand::Duration(left), Operand::Duration(right)) => {
                Ok(duration(left.nanoseconds.wrapping_add(right.nanoseconds)))
            }
            _ => Err(mismatch(arguments)),
        }
    }

    pub(super) fn subtract<'a>(&self, arguments: &Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
        match (&self.left, &self.right) {
            (Operand::Number(left), Operand::Number(right)) => Ok((left - right).into()),
            (Operand::Quantity(left), Operand::Quantity(right)) => quantity(left.subtract(right), arguments),
            (Operand::Duration(left), Operand::Duration(right)) => {
                Ok(duration(left.nanoseconds.wrapping_sub(right.nanoseconds)))
            }
            _ => Err(mismatch(arguments)),
        }
    }

    pub(super) fn multiply<'a>(&self, arguments: &Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
        match (&self.left, &self.right) {
            (Operand::Number(left), Operand::Number(right)) => Ok((left * right).into()),
            (Operand::Quantity(left), Operand::Number(right))
            | (Operand::Number(right), Operand::Quantity(left)) => {
                quantity(left.multiply(&decimal(*right)?), arguments)
            }
            (Operand::Duration(left), Operand::Number(right))
            | (Operand::Number(right), Operand::Duration(left)) => {
                Ok(duration(nanoseconds(left.seconds() * right)))
            }
            _ => Err(mismatch(arguments)),
        }
    }

    pub(super) fn divide<'a>(&self, arguments: &Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
        let divisor = |number: f64| {
            if number == 0.0 {
                return Err(arguments.complain("Zero divisor passed"));
            }
            Ok(number)
        };
        match (&self.left, &self.right) {
            (Operand::Number(left), Operand::Number(right)) => Ok((left / divisor(*right)?).into()),
            (Operand::Quantity(left), Operand::Quantity(right)) => {
                Ok((left.as_f64() / divisor(right.as_f64())?).into())
            }
            (Operand::Quantity(left), Operand::Number(right)) => {
                quantity(left.divide(&decimal(divisor(*right)?)?), arguments)
            }
            (Operand::Duration(left), Operand::Duration(right)) => {
                Ok((left.seconds() / divisor(right.seconds())?).into())
            }
            (Operand::Duration(left), Operand::Number(right)) => {
                Ok(duration(nanoseconds(left.seconds() / divisor(*right)?)))
            }
            _ => Err(mismatch(arguments)),
        }
    }

    pub(super) fn modulo<'a>(&self, arguments: &Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
        let remainder = |left: i64, right: i64| {
            if right == 0 {
                return Err(fault(QuantityError::DivisionByZero, arguments));
            }
            Ok(left.wrapping_rem(right))
        };
        match (&self.left, &self.right) {
            (Operand::Number(left), Operand::Number(right)) => {
                let (Some(left), Some(right)) = (whole(*left), whole(*right)) else {
                    return Err(fault(QuantityError::NotWhole, arguments));
                };
                #[expect(clippy::cast_precision_loss, reason = "results are floats")]
                remainder(left, right).map(|number| Found::from(number as f64))
            }
            (Operand::Quantity(left), Operand::Quantity(right)) => quantity(left.modulo(right), arguments),
            (Operand::Duration(left), Operand::Duration(right)) => {
                remainder(left.nanoseconds, right.nanoseconds).map(duration)
            }
            _ => Err(mismatch(arguments)),
        }
    }
}

/// A float that is a whole number of 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
pub(super) fn whole(number: f64) -> Option<i64> {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    (number.fract() == 0.0 && (-TWO_63..TWO_63).contains(&number)).then_some(number as i64)
}

/// A number as a quantity: its shortest text, read.
fn decimal(number: f64) -> Result<Quantity, Complaint> {
    Quantity::parse(&go_float(number)).map_err(failed)
}

/// Seconds as nanoseconds, cut towards zero. What does not fit becomes the smallest duration, as the
/// processors do that Kyverno usually runs on.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
fn nanoseconds(seconds: f64) -> i64 {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    let nanoseconds = seconds * 1e9;
    if (-TWO_63..TWO_63).contains(&nanoseconds) {
        nanoseconds as i64
    } else {
        i64::MIN
    }
}

fn duration<'a>(nanoseconds: i64) -> Found<'a> {
    Duration::from_nanoseconds(nanoseconds).to_string().into()
}

fn quantity<'a>(
    result: Result<Quantity, QuantityError>,
    arguments: &Arguments<'_, '_>,
) -> Result<Found<'a>, Complaint> {
    match result {
        Ok(quantity) => Ok(quantity.to_string().into()),
        Err(error) => Err(fault(error, arguments)),
    }
}

fn mismatch(arguments: &Arguments<'_, '_>) -> Complaint {
    arguments.complain("Types mismatch")
}

fn fault(error: QuantityError, arguments: &Arguments<'_, '_>) -> Complaint {
    match error {
        QuantityError::DivisionByZero => arguments.complain("Zero divisor passed"),
        QuantityError::NotWhole => arguments.complain("Non-integer argument(s) passed for modulo"),
        QuantityError::Format | QuantityError::Number | QuantityError::Suffix | QuantityError::TooLong => {
            arguments.complain(error.to_string())
        }
    }
}
