const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** Members that make a type take any content. */
const OPEN: Readonly<Record<string, object>> = { array: { items: {} }, object: { additionalProperties: true } };

/** Schema of a value whose type depends on the definition of its field. */
export const ANY_JSON = { anyOf: TYPES.map((type) => ({ type, ...OPEN[type] })) };
