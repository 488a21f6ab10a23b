import type { Field } from '#core/catalogue/field.js';

/** Types of fields that only the service fills. */
export const SERVICE_TYPES: ReadonlySet<string> = new Set(['AutoNumber', 'Computed', 'Rollup']);

/** Tells whether a hook may set a field. */
export const isSettable = ({ isSystem, type }: Field): boolean => !isSystem && !SERVICE_TYPES.has(type);
