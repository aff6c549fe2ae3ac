//! `format.dns1123Label()` and the others: the formats by their names.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Value};

use super::formats::{self, Format};
use super::{FormatValue, SHAPE, SINCE};

const USUAL: Function = Function {
    since: SINCE,
    ..Function::USUAL
};

fn constant<'a>(format: &'static Format) -> Result<Value<'a>, Fault> {
    Ok(Value::opaque(FormatValue(format)))
}

pub(super) const BYTE: Function = Function {
    name: "format.byte",
    overloads: &[Overload::function("format_byte", &[], SHAPE, byte)],
    summary: "gives the format of bytes written in base 64",
    examples: &[Example {
        expression: "format.byte().validate('aGk=')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn byte<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::BYTE)
}

pub(super) const DATE: Function = Function {
    name: "format.date",
    overloads: &[Overload::function("format_date", &[], SHAPE, date)],
    summary: "gives the format of dates",
    examples: &[Example {
        expression: "format.date().validate('2020-02-29')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn date<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DATE)
}

pub(super) const DATETIME: Function = Function {
    name: "format.datetime",
    overloads: &[Overload::function("format_datetime", &[], SHAPE, datetime)],
    summary: "gives the format of dates with time and zone",
    examples: &[Example {
        expression: "format.datetime().validate('2021-01-01T00:00:00Z')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn datetime<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DATETIME)
}

pub(super) const DNS1035_LABEL: Function = Function {
    name: "format.dns1035Label",
    overloads: &[Overload::function(
        "format_dns1035Label",
        &[],
        SHAPE,
        dns1035_label,
    )],
    summary: "gives the format of DNS labels that begin with a letter",
    examples: &[Example {
        expression: "format.dns1035Label().validate('web')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1035_label<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1035_LABEL)
}

pub(super) const DNS1035_LABEL_PREFIX: Function = Function {
    name: "format.dns1035LabelPrefix",
    overloads: &[Overload::function(
        "format_dns1035LabelPrefix",
        &[],
        SHAPE,
        dns1035_label_prefix,
    )],
    summary: "gives the format of beginnings of DNS labels that begin with a letter",
    examples: &[Example {
        expression: "format.dns1035LabelPrefix().validate('web-')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1035_label_prefix<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1035_LABEL_PREFIX)
}

pub(super) const DNS1123_LABEL: Function = Function {
    name: "format.dns1123Label",
    overloads: &[Overload::function(
        "format_dns1123Label",
        &[],
        SHAPE,
        dns1123_label,
    )],
    summary: "gives the format of DNS labels, which many names are",
    examples: &[Example {
        expression: "format.dns1123Label().validate('1-web')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1123_label<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1123_LABEL)
}

pub(super) const DNS1123_LABEL_PREFIX: Function = Function {
    name: "format.dns1123LabelPrefix",
    overloads: &[Overload::function(
        "format_dns1123LabelPrefix",
        &[],
        SHAPE,
        dns1123_label_prefix,
    )],
    summary: "gives the format of beginnings of DNS labels",
    examples: &[Example {
        expression: "format.dns1123LabelPrefix().validate('1-web-')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1123_label_prefix<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1123_LABEL_PREFIX)
}

pub(super) const DNS1123_SUBDOMAIN: Function = Function {
    name: "format.dns1123Subdomain",
    overloads: &[Overload::function(
        "format_dns1123Subdomain",
        &[],
        SHAPE,
        dns1123_subdomain,
    )],
    summary: "gives the format of DNS labels with dots between, which most names are",
    examples: &[Example {
        expression: "format.dns1123Subdomain().validate('web.example.com')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1123_subdomain<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1123_SUBDOMAIN)
}

pub(super) const DNS1123_SUBDOMAIN_PREFIX: Function = Function {
    name: "format.dns1123SubdomainPrefix",
    overloads: &[Overload::function(
        "format_dns1123SubdomainPrefix",
        &[],
        SHAPE,
        dns1123_subdomain_prefix,
    )],
    summary: "gives the format of beginnings of DNS labels with dots between",
    examples: &[Example {
        expression: "format.dns1123SubdomainPrefix().validate('web.example-')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn dns1123_subdomain_prefix<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::DNS1123_SUBDOMAIN_PREFIX)
}

pub(super) const LABEL_VALUE: Function = Function {
    name: "format.labelValue",
    overloads: &[Overload::function("format_labelValue", &[], SHAPE, label_value)],
    summary: "gives the format of values of labels",
    examples: &[Example {
        expression: "format.labelValue().validate('v1.2')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn label_value<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::LABEL_VALUE)
}

pub(super) const QUALIFIED_NAME: Function = Function {
    name: "format.qualifiedName",
    overloads: &[Overload::function(
        "format_qualifiedName",
        &[],
        SHAPE,
        qualified_name,
    )],
    summary: "gives the format of keys of labels and annotations",
    examples: &[Example {
        expression: "format.qualifiedName().validate('example.com/owner')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn qualified_name<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::QUALIFIED_NAME)
}

pub(super) const URI: Function = Function {
    name: "format.uri",
    overloads: &[Overload::function("format_uri", &[], SHAPE, uri)],
    summary: "gives the format of absolute web addresses and paths",
    examples: &[Example {
        expression: "format.uri().validate('https://example.com')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn uri<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::URI)
}

pub(super) const UUID: Function = Function {
    name: "format.uuid",
    overloads: &[Overload::function("format_uuid", &[], SHAPE, uuid)],
    summary: "gives the format of UUIDs",
    examples: &[Example {
        expression: "format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')",
        result: "optional.none()",
    }],
    ..USUAL
};

fn uuid<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    constant(&formats::UUID)
}
