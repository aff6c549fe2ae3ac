//! Many plans in order, failure handling, one outcome: the one door to evaluation for the rim.
