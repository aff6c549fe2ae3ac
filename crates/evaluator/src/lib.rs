//! What evaluation in every policy language shares: verdicts, the evaluation, its observer, selection.
