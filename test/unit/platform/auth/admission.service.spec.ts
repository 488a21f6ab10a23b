import { bearerToken } from '#platform/auth/admission.service.js';
import { outcome } from './tokens.js';

describe('bearerToken', () => {
  // Requirement: R5, R6
  it.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['bearer a.b.c', 'a.b.c'],
    ['BEARER a.b.c', 'a.b.c'],
    ['Bearer   a.b.c', 'a.b.c'],
    [`Bearer ${'x'.repeat(8192)}`, 'x'.repeat(8192)],
  ])('finds the token in %j, in any letter case of the scheme', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  // Requirement: R5, S14
  it.each([
    [undefined, 'TokenMissing'],
    ['', 'TokenMissing'],
    ['Bearer', 'TokenMissing'],
    ['Bearera.b.c', 'TokenMissing'],
    ['Basic YTpi', 'TokenMissing'],
    ['Token Bearer a.b.c', 'TokenMissing'],
    [`Bearer ${'x'.repeat(8193)}`, 'TokenInvalid'],
  ])('refuses %j with %s', async (header, code) => {
    expect(await outcome(() => bearerToken(header))).toBe(code);
  });
});
