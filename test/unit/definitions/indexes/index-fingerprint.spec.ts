import { indexFingerprint } from '#definitions/indexes/index-fingerprint.js';

describe('the mark of environments with all indexes', () => {
  it('is short, and the same at every call', () => {
    expect(indexFingerprint(undefined)).toMatch(/^[\w-]{22}$/);
    expect(indexFingerprint(undefined)).toBe(indexFingerprint(undefined));
  });

  it('is another one where the extension for searches is, and in another schema', () => {
    expect(
      new Set([indexFingerprint(undefined), indexFingerprint('public'), indexFingerprint('extensions')]).size,
    ).toBe(3);
  });
});
