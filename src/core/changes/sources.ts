/** `Source` of change rows and notifications of approvals. */
export const APPROVAL_SOURCE = 'Approval';

/** Source of a purge in the change log; its records were soft-deleted before (decision 0030). */
export const PURGE = 'Purge';
