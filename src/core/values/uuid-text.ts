const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text is a UUID, in any letter case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns a UUID in lower case, or `undefined` for any other text. */
export const readUuid = (text: string): string | undefined => (UUID.test(text) ? text.toLowerCase() : undefined);
