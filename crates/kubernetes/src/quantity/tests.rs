//! Tables of quantities: read, print, compare, compute.

use super::*;

fn quantity(text: &str) -> Quantity {
    Quantity::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn texts_become_canonical() {
    for (text, expected) in [
        ("0", "0"),
        (".", "0"),
        ("+", "0"),
        ("m", "0"),
        ("Ki", "0"),
        ("e5", "0"),
        ("1.", "1"),
        (".5", "500m"),
        ("1.50", "1500m"),
        ("1E", "1E"),
        ("1e3", "1e3"),
        ("1000", "1k"),
        ("12e4", "120e3"),
        ("-1", "-1"),
        ("0.0000000001", "1n"),
        ("-0.0000000011", "-2n"),
        ("1024", "1024"),
        ("1024Ki", "1Mi"),
        ("1023", "1023"),
        ("0.5Ki", "512"),
        ("1.5Gi", "1536Mi"),
        ("0.1Ki", "102400m"),
        ("0.0001Ki", "102400u"),
        ("16Ei", "9223372036854775807"),
        ("99999999999999999999", "99999999999999999999"),
        ("1e2000000000", "100e1999999998"),
        ("1e-2000000000", "1e-9"),
    ] {
        assert_eq!(quantity(text).to_string(), expected, "{text}");
    }
}

#[test]
fn other_texts_are_no_quantities() {
    for (text, expected) in [
        ("", QuantityError::Format),
        ("1 Gi", QuantityError::Format),
        ("1KB", QuantityError::Format),
        ("1K", QuantityError::Suffix),
        ("1.2.3", QuantityError::Format),
        ("0x10", QuantityError::Format),
        ("1e", QuantityError::Suffix),
        ("1e+", QuantityError::Suffix),
        ("1e1.5", QuantityError::Format),
        ("1h", QuantityError::Format),
        ("Pi", QuantityError::Number),
        ("-.Ei", QuantityError::Number),
        ("1e99999999999999999999", QuantityError::Suffix),
        ("9999999999999999999e2000000000", QuantityError::TooLong),
    ] {
        assert_eq!(
            Quantity::parse(text).map(|quantity| quantity.to_string()),
            Err(expected),
            "{text}"
        );
    }
    assert!(Quantity::parse(&"1".repeat(LONGEST)).is_err());
    assert!(Quantity::parse(&"1".repeat(LONGEST - 9)).is_ok());
}

#[test]
fn comparison_is_exact() {
    for (left, ordering, right) in [
        ("0.1", Ordering::Equal, "100m"),
        ("1Gi", Ordering::Equal, "1024Mi"),
        ("1e3", Ordering::Equal, "1k"),
        ("m", Ordering::Equal, "k"),
        ("1.20", Ordering::Equal, "1.2"),
        ("1G", Ordering::Less, "1Gi"),
        ("-1G", Ordering::Greater, "-1Gi"),
        ("99999999999999999999", Ordering::Less, "1e20"),
        ("99999999999999999999.5", Ordering::Less, "100000000000000000000"),
        ("-1e2000000000", Ordering::Less, "1"),
        ("1e2000000000", Ordering::Greater, "99999999999999999999"),
        ("1e2000000000", Ordering::Less, "2e2000000000"),
    ] {
        assert_eq!(quantity(left).cmp(&quantity(right)), ordering, "{left} {right}");
        assert_eq!(
            quantity(right).cmp(&quantity(left)),
            ordering.reverse(),
            "{left} {right}"
        );
    }
}

#[test]
fn arithmetic_is_exact() {
    type Operation = fn(&Quantity, &Quantity) -> Result<Quantity, QuantityError>;
    let rows: [(Operation, &str, &str, Result<&str, QuantityError>); 24] = [
        (Quantity::add, "1Gi", "500Mi", Ok("1524Mi")),
        (Quantity::add, "1", "1Gi", Ok("1073741825")),
        (Quantity::add, "0", "1Gi", Ok("1Gi")),
        (Quantity::add, "1e3", "500m", Ok("1000500e-3")),
        (Quantity::add, "512", "512Ki", Ok("524800")),
        (Quantity::add, "8Ei", "8Ei", Ok("18446744073709551614")),
        (
            Quantity::add,
            "9223372036854775807",
            "1",
            Ok("9223372036854775808"),
        ),
        (Quantity::add, "1e2000000000", "1", Err(QuantityError::TooLong)),
        (Quantity::add, "1", "1e2000000000", Err(QuantityError::TooLong)),
        (Quantity::subtract, "1Gi", "2Gi", Ok("-1Gi")),
        (Quantity::subtract, "0", "1Gi", Ok("-1Gi")),
        (Quantity::subtract, "1Gi", "1Gi", Ok("0")),
        (Quantity::multiply, "1Gi", "2.5", Ok("2560Mi")),
        (Quantity::multiply, "1Gi", "0.333", Ok("357556027392m")),
        (Quantity::multiply, "1n", "2.5", Ok("2500")),
        (
            Quantity::multiply,
            "1e2000000000",
            "1e2000000000",
            Err(QuantityError::TooLong),
        ),
        (Quantity::divide, "10", "4", Ok("2")),
        (Quantity::divide, "10.0", "4", Ok("2500m")),
        (Quantity::divide, "1.5Gi", "7", Ok("230087533714285714n")),
        (Quantity::divide, "1G", "1e+06", Ok("0")),
        (Quantity::divide, "1", "0", Err(QuantityError::DivisionByZero)),
        (Quantity::modulo, "1Gi", "1000", Ok("824")),
        (Quantity::modulo, "-7", "3", Ok("-1")),
        (Quantity::modulo, "500m", "1", Err(QuantityError::NotWhole)),
    ];
    for (operation, left, right, expected) in rows {
        let result = operation(&quantity(left), &quantity(right)).map(|result| result.to_string());
        assert_eq!(result, expected.map(str::to_owned), "{left} {right}");
    }
}

#[test]
fn floats_round_as_upstream() {
    for (text, expected) in [
        ("1.2", 12.0 * 0.1),
        ("500m", 0.5),
        ("1Gi", 1_073_741_824.0),
        ("1e400", f64::INFINITY),
    ] {
        assert!(
            (quantity(text).as_f64() - expected).abs() < f64::EPSILON || quantity(text).as_f64() == expected
        );
    }
    assert_eq!(
        quantity("1.2").as_f64() / quantity("1").as_f64(),
        1.200_000_000_000_000_2
    );
}
