import { preferencesOf } from '#platform/auth/preferences.js';
import { outcome } from './tokens.js';

describe('Prefer', () => {
  it.each<[string | undefined, strict: boolean, returnId: boolean]>([
    [undefined, false, false],
    ['', false, false],
    ['handling=strict', true, false],
    ['return=id', false, true],
    ['return=id, handling=strict', true, true],
    ['wait=5, respond-async,handling=strict', true, false],
    ['HANDLING=Strict; foo="bar"', true, false],
    ['handling = "strict"', true, false],
    ['handling=lenient', false, false],
    ['handling=lenient, handling=strict', false, false],
    ['return=representation', false, false],
    ['note="a, handling=strict"', false, false],
    ['note="say \\", handling=strict"', false, false],
    ['xhandling=strict', false, false],
    ['handling', false, false],
    [',,=;", handling=strict', true, false],
    [`${'"'.repeat(4_000)},return=id`, false, true],
  ])('reads %j', (prefer, strict, returnId) => {
    expect(preferencesOf({ prefer })).toMatchObject({ strict, returnId });
  });
});

// Requirement: R83
describe('Prefer: wait and respond-async', () => {
  it.each<[string, waitMs: number | undefined]>([
    ['return=id', undefined],
    ['wait=0', 0],
    ['wait=5', 5_000],
    ['wait="5"', 5_000],
    ['wait=31', 30_000],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['wait', undefined],
    ['respond-async', 0],
    ['Respond-Async', 0],
    ['respond-async; wait=9', 0],
    ['respond-async, wait=5', 5_000],
    ['respond-async, wait=soon', 0],
  ])('reads %j', (prefer, waitMs) => {
    expect(preferencesOf({ prefer }).waitMs).toBe(waitMs);
  });
});

// Requirement: R90
describe('Idempotency-Key', () => {
  it.each([['a'], ['k'.repeat(255)], ['"quoted, with commas"']])('%j is accepted', (key) => {
    expect(preferencesOf({ 'idempotency-key': key }).idempotencyKey).toBe(key);
  });

  it.each([[''], ['k'.repeat(256)]])('%j is refused, so that no retry runs unprotected', async (key) => {
    expect(await outcome(() => preferencesOf({ 'idempotency-key': key }))).toBe('Validation');
  });
});

describe('If-Match', () => {
  it.each([
    [undefined, undefined],
    ['"3"', '3'],
    ['3', '3'],
    [' "12345678901234567" ', '12345678901234567'],
    ['*', undefined],
  ])('%j requires version %j', (ifMatch, version) => {
    expect(preferencesOf({ 'if-match': ifMatch }).ifMatch).toBe(version);
  });

  it.each([[''], ['W/"3"'], ['"3", "4"'], ['"3'], ['3"'], ['"03"'], ['-1'], ['1.5'], ['abc'], ['9'.repeat(19)]])(
    '%j is refused, so that no condition is dropped',
    async (ifMatch) => {
      expect(await outcome(() => preferencesOf({ 'if-match': ifMatch }))).toBe('Validation');
    },
  );
});
