import { preferencesOf } from '../../../../src/platform/auth/preferences.js';
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
  ])('%j', (prefer, strict, returnId) => {
    expect(preferencesOf({ prefer })).toMatchObject({ strict, returnId });
  });
});

describe('If-Match', () => {
  it.each([
    [undefined, undefined],
    ['"3"', '3'],
    ['3', '3'],
    [' "12345678901234567" ', '12345678901234567'],
    ['*', undefined],
  ])('%j demands version %j', (ifMatch, version) => {
    expect(preferencesOf({ 'if-match': ifMatch }).ifMatch).toBe(version);
  });

  it.each([[''], ['W/"3"'], ['"3", "4"'], ['"3'], ['3"'], ['"03"'], ['-1'], ['1.5'], ['abc'], ['9'.repeat(19)]])(
    '%j is refused, so that a condition never gets lost',
    async (ifMatch) => {
      expect(await outcome(() => preferencesOf({ 'if-match': ifMatch }))).toBe('Validation');
    },
  );
});
