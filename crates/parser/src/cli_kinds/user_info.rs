//! UserInfo files: who makes the request.

use sekisho_document::{Cursor, Map, Text};

use crate::look::Look;

/// Content of a UserInfo file (command line reference A6.7).
#[derive(Debug, Clone)]
pub struct UserInfo {
    /// `namespace:name`.
    pub roles: Vec<Text>,
    pub cluster_roles: Vec<Text>,
    pub username: Text,
    pub uid: Text,
    pub groups: Vec<Text>,
    /// Lists of texts by key.
    pub extra: Map,
}

pub(crate) fn read_user_info(look: &mut Look, at: Cursor<'_>) -> UserInfo {
    let user = look.map(at, "userInfo");
    let mut texts = |at: Option<Cursor<'_>>, key: &str| -> Vec<Text> {
        let texts = at.map(|at| look.texts(at, key)).unwrap_or_default();
        texts.into_iter().map(|text| Text::new(text.value)).collect()
    };
    let (roles, cluster_roles) = (texts(Some(at), "roles"), texts(Some(at), "clusterRoles"));
    let groups = texts(user, "groups");
    let mut text = |key| match user {
        Some(user) => Text::new(look.text_or_empty(user, key).value),
        None => Text::default(),
    };
    UserInfo {
        roles,
        cluster_roles,
        username: text("username"),
        uid: text("uid"),
        groups,
        extra: user
            .and_then(|user| user.get("extra"))
            .and_then(|extra| extra.value.as_map())
            .cloned()
            .unwrap_or_default(),
    }
}
