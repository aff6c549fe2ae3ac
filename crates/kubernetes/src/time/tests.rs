//! Tables of moments: read, print, compute.

use super::*;

fn time(text: &str) -> Time {
    Time::parse_rfc3339(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn layouts_are_read() {
    for (layout, text, expected) in [
        (RFC3339, "2021-01-02T15:04:05-07:00", "2021-01-02T15:04:05-07:00"),
        (RFC3339, "2021-01-02T5:04:05,5Z", "2021-01-02T05:04:05Z"),
        (RFC3339, "2020-02-29T00:00:00+00:00", "2020-02-29T00:00:00Z"),
        (
            "Mon Jan 02 2006 15:04:05 -0700",
            "Fri Jun 22 2022 17:45:00 +0100",
            "2022-06-22T17:45:00+01:00",
        ),
        (
            "Mon Jan _2 15:04:05 MST 2006",
            "sun jan 10 03:14:16 MST 2021",
            "2021-01-10T03:14:16Z",
        ),
        ("15:04", "16:00", "0000-01-01T16:00:00Z"),
        ("3:04PM", "12:30AM", "0000-01-01T00:30:00Z"),
        ("3:04pm", "1:30pm", "0000-01-01T13:30:00Z"),
        (
            "02 Jan 06 15:04 MST",
            "02 Jan 69 15:04 GMT+3",
            "1969-01-02T18:04:00+03:00",
        ),
        ("2006 002", "2024 366", "2024-12-31T00:00:00Z"),
        ("2006 __2", "2023   1", "2023-01-01T00:00:00Z"),
        ("2006-01-02", "9999-12-31", "9999-12-31T00:00:00Z"),
        (
            "Monday, January 2, 2006",
            "Tuesday, March 5, 2024",
            "2024-03-05T00:00:00Z",
        ),
        (
            "2006-01-02 15:04:05.000 -07:00:00",
            "2024-01-01 00:00:00.123 +01:02:03",
            "2024-01-01T00:00:00+01:02",
        ),
    ] {
        let found = Time::parse(layout, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.rfc3339(), expected, "{text}");
    }
}

#[test]
fn bad_texts_are_named() {
    for (layout, text, expected) in [
        (
            RFC3339,
            "bad",
            r#"parsing time "bad" as "2006-01-02T15:04:05Z07:00": cannot parse "bad" as "2006""#,
        ),
        (
            RFC3339,
            "2021-1-2T15:04:05Z",
            r#"parsing time "2021-1-2T15:04:05Z" as "2006-01-02T15:04:05Z07:00": cannot parse "1-2T15:04:05Z" as "01""#,
        ),
        (
            RFC3339,
            "2021-01-02T24:00:00Z",
            r#"parsing time "2021-01-02T24:00:00Z": hour out of range"#,
        ),
        (
            RFC3339,
            "2021-01-02T15:04:05Zx",
            r#"parsing time "2021-01-02T15:04:05Zx": extra text: "x""#,
        ),
        (
            RFC3339,
            "2021-02-29T15:04:05Z",
            r#"parsing time "2021-02-29T15:04:05Z": day out of range"#,
        ),
        (
            "2006 002",
            "2023 366",
            r#"parsing time "2023 366": day-of-year out of range"#,
        ),
        (
            "x2006",
            "é",
            r#"parsing time "\xc3\xa9" as "x2006": cannot parse "\xc3\xa9" as "x""#,
        ),
        (
            "MST",
            "abc",
            r#"parsing time "abc" as "MST": cannot parse "abc" as "MST""#,
        ),
    ] {
        assert_eq!(Time::parse(layout, text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn layouts_are_printed() {
    let moment = time("2009-02-04T21:00:57.0123456-08:00");
    for (layout, expected) in [
        ("Mon Jan _2 15:04:05 2006", "Wed Feb  4 21:00:57 2009"),
        (
            "Monday, 02-Jan-06 15:04:05 MST",
            "Wednesday, 04-Feb-09 21:00:57 -0800",
        ),
        (
            "Mon, 02 Jan 2006 15:04:05 -0700",
            "Wed, 04 Feb 2009 21:00:57 -0800",
        ),
        ("3:04PM 3:04pm", "9:00PM 9:00pm"),
        (
            "2006-01-02T15:04:05.999999999Z07:00",
            "2009-02-04T21:00:57.0123456-08:00",
        ),
        ("05.000 05,00", "57.012 57,01"),
        (".9 ,999", " ,012"),
        ("002 __2 _2006", "035  35 _2009"),
        ("Janet Monet January", "Janet Monet February"),
        ("-07 Z07 -07:00:00 é", "-08 -08 -08:00:00 é"),
    ] {
        assert_eq!(moment.format(layout), expected, "{layout}");
    }
}

#[test]
fn moments_move() {
    let add = |text: &str, span: &str| time(text).add(Duration::parse(span).unwrap()).rfc3339();
    let truncate = |text: &str, span: &str| time(text).truncate(Duration::parse(span).unwrap()).rfc3339();
    assert_eq!(add("2021-01-02T15:04:05Z", "5h30m40s"), "2021-01-02T20:34:45Z");
    assert_eq!(
        add("2021-03-01T00:00:00+02:00", "-1ns"),
        "2021-02-28T23:59:59+02:00"
    );
    assert_eq!(add("9999-12-31T23:59:59Z", "1s"), "10000-01-01T00:00:00Z");
    assert_eq!(add("0000-01-01T00:00:00Z", "-1s"), "-0001-12-31T23:59:59Z");
    assert_eq!(truncate("2021-01-02T17:34:05Z", "168h"), "2020-12-28T00:00:00Z");
    assert_eq!(
        truncate("2021-01-02T17:34:05-07:00", "2h"),
        "2021-01-02T17:00:00-07:00"
    );
    assert_eq!(truncate("2021-01-02T17:34:05Z", "-1h"), "2021-01-02T17:34:05Z");
    let since = time("2021-01-02T15:04:05Z").since(&time("0001-01-01T00:00:00Z"));
    assert_eq!(since, Duration::MAX);
    assert!(time("2021-01-02T15:04:05+01:00") < time("2021-01-02T14:30:05Z"));
}

#[test]
fn dates_go_there_and_back() {
    for days in (-1_000_000..1_000_000).step_by(37) {
        let (year, month, day) = date_of(days);
        assert_eq!(days_to(year, month, day), days);
        assert!((1..=days_in(month, year)).contains(&day));
    }
}
