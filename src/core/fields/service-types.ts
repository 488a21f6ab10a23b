/** Types of fields that only the service fills. */
export const SERVICE_TYPES: ReadonlySet<string> = new Set(['AutoNumber', 'Computed', 'Rollup']);
