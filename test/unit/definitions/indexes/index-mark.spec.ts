import { indexMark } from '#definitions/indexes/index-mark.js';

describe('the mark of environments with all indexes', () => {
  it('is short, and the same at every call', () => {
    expect(indexMark(undefined)).toMatch(/^[\w-]{22}$/);
    expect(indexMark(undefined)).toBe(indexMark(undefined));
  });

  it('is another one where the extension for searches is, and in another schema', () => {
    expect(new Set([indexMark(undefined), indexMark('public'), indexMark('extensions')]).size).toBe(3);
  });
});
