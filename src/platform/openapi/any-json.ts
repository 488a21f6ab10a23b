const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** Schema of a value whose type depends on the definition of its field. */
export const ANY_JSON = { anyOf: TYPES.map((type) => (type === 'array' ? { type, items: {} } : { type })) };
