//! Defaults of claims for devices.

use sekisho_document::{Map, Value};

use super::{Given, Rule, fill, text};

const fn request(package: &'static str, name: &'static str) -> Rule {
    Rule {
        of: (package, name),
        more: Some(count),
        ..Rule::USUAL
    }
}

const fn toleration(package: &'static str) -> Rule {
    Rule {
        of: (package, "DeviceToleration"),
        set: &[("operator", Given::Text("Equal"))],
        ..Rule::USUAL
    }
}

pub(super) const RULES: &[Rule] = &[
    request("resource/v1", "DeviceSubRequest"),
    toleration("resource/v1"),
    request("resource/v1", "ExactDeviceRequest"),
    request("resource/v1beta1", "DeviceRequest"),
    request("resource/v1beta1", "DeviceSubRequest"),
    toleration("resource/v1beta1"),
    request("resource/v1beta2", "DeviceSubRequest"),
    toleration("resource/v1beta2"),
    request("resource/v1beta2", "ExactDeviceRequest"),
];

fn count(request: &mut Map) {
    // A request with alternatives has its numbers in them.
    if request.contains_key("firstAvailable") {
        return;
    }
    fill(request, "allocationMode", || Value::text("ExactCount"));
    if text(request, "allocationMode") == "ExactCount" {
        fill(request, "count", || Value::Int(1));
    }
}
