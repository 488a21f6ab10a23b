/** Kinds of entries of a record's history. */
export const ENTRY_KINDS = ['Change', 'Move', 'Approval'] as const;

/** `Decision` of the entry for the start of an approval. */
export const STARTED = 'Request';

/** Values of `Decision`. */
export const DECISION_KINDS = [STARTED, 'Approve', 'Reject', 'Return', 'Delegate', 'Recall'] as const;
