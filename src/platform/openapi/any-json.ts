const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** The schema of a value whose type only a field's definition knows. */
export const ANY_JSON = { anyOf: TYPES.map((type) => (type === 'array' ? { type, items: {} } : { type })) };
