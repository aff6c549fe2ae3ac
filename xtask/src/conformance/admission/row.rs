//! The form of a row.

use std::collections::BTreeMap;

use sekisho_document::Value;
use serde::Deserialize;

use crate::conformance::json::Json;

#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) cluster: Cluster,
    pub(crate) request: Call,
    #[serde(rename = "withoutPolicies")]
    pub(crate) without_policies: Option<Answer>,
    pub(crate) observed: Option<Answer>,
    #[serde(default)]
    pub(crate) alternatives: Vec<Answer>,
}

/// What exists before the request.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Cluster {
    pub(crate) namespaces: Vec<Json>,
    pub(crate) objects: Vec<Json>,
    pub(crate) params: Vec<Json>,
    pub(crate) mutating_webhook_configurations: Vec<Json>,
    pub(crate) validating_webhook_configurations: Vec<Json>,
    pub(crate) mutating_admission_policies: Vec<Json>,
    pub(crate) mutating_admission_policy_bindings: Vec<Json>,
    pub(crate) validating_admission_policies: Vec<Json>,
    pub(crate) validating_admission_policy_bindings: Vec<Json>,
}

/// What the client asks.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Call {
    pub(crate) verb: String,
    #[serde(default)]
    pub(crate) user: String,
    #[serde(default)]
    pub(crate) user_uid: String,
    #[serde(default)]
    pub(crate) groups: Vec<String>,
    #[serde(default)]
    pub(crate) user_extra: BTreeMap<String, Vec<String>>,
    pub(crate) gvr: Resource,
    #[serde(default)]
    pub(crate) subresource: String,
    #[serde(default)]
    pub(crate) namespace: String,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) object: Option<Json>,
    pub(crate) old_object: Option<Json>,
    pub(crate) patch: Option<Json>,
    #[serde(default)]
    pub(crate) patch_content_type: String,
    #[serde(default)]
    pub(crate) query: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) dry_run: bool,
}

#[derive(Deserialize)]
pub(crate) struct Resource {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) resource: String,
    pub(crate) kind: String,
}

/// What the server answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Answer {
    pub(crate) code: i64,
    pub(crate) status: Json,
    /// An object, or which other object it is the same as.
    pub(crate) object: Json,
    pub(crate) warnings: Vec<String>,
    #[serde(deserialize_with = "or_nothing")]
    pub(crate) audit_annotations: BTreeMap<String, String>,
    /// What webhooks received.
    pub(crate) calls: Vec<Json>,
}

/// A request that is refused before it is looked at leaves null.
fn or_nothing<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<BTreeMap<String, String>, D::Error> {
    Ok(Option::deserialize(reader)?.unwrap_or_default())
}

impl Row {
    /// Every answer that is right.
    pub(crate) fn answers(&self) -> Vec<Answer> {
        let answers = self.observed.iter().chain(&self.alternatives);
        answers.map(|answer| self.spelled_out(answer)).collect()
    }

    /// The answer with its object, where the recording only says which one it is.
    fn spelled_out(&self, answer: &Answer) -> Answer {
        let without = self.without_policies.as_ref().map(|answer| &answer.object);
        let sent = self.request.object.as_ref();
        let object = match answer.object.0.as_str() {
            Some("same as request") => sent.cloned(),
            Some("same as withoutPolicies") => match without {
                Some(Json(Value::Null)) | None => sent.cloned(),
                Some(object) => Some(object.clone()),
            },
            _ => Some(answer.object.clone()),
        };
        Answer {
            object: object.unwrap_or_default(),
            ..answer.clone()
        }
    }
}
