//! Numbers that stand for texts: the same in every version, and such that nobody finds two texts with one.

use sha2::{Digest, Sha256};

/// The first 128 bits of the SHA-256 of some parts, each behind its length.
pub(crate) fn digest<'t>(parts: impl IntoIterator<Item = &'t str>) -> u128 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let first = digest.iter().take(16);
    first.fold(0, |number, byte| number << 8 | u128::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn digests_do_not_change() {
        assert_eq!(digest([]), 0xe3b0_c442_98fc_1c14_9afb_f4c8_996f_b924);
        assert_eq!(digest(["a", "bc"]), digest(["a", "bc"]));
        assert_ne!(digest(["a", "bc"]), digest(["ab", "c"]));
    }
}
