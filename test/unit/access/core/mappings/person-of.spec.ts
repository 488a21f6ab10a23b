import { personOf } from '#access/core/mappings/person-of.js';

const person = (claims: Record<string, unknown>, subject = 'sub-1') => personOf(claims, subject, 'abcd');

describe('personOf', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'a verified address',
      { name: 'Ann', email: 'ann@a.example', email_verified: true },
      {
        displayName: 'Ann',
        email: 'ann@a.example',
        isVerified: true,
        userNames: ['ann@a.example', 'ann@a.example abcd'],
      },
    ],
    ['a verified address as a text', { email: 'a@a.example', email_verified: 'true' }, { isVerified: true }],
    ['the mark of Entra ID', { email: 'a@a.example', xms_edov: 1 }, { isVerified: true }],
    [
      'the mark of Entra ID beside a denial',
      { email: 'a@a.example', xms_edov: 1, email_verified: false },
      { isVerified: false, email: undefined },
    ],
    [
      'an address of unknown standing',
      { email: 'a@a.example' },
      { isVerified: false, email: 'a@a.example', userNames: ['sub-1', 'sub-1 abcd'] },
    ],
    ['no address', {}, { displayName: 'sub-1', email: undefined, isVerified: false }],
    ['what is no address', { email: 'ann', email_verified: true }, { email: undefined, isVerified: false }],
    [
      'an address that is too long',
      { email: `${'a'.repeat(250)}@a.example`, email_verified: true },
      { email: undefined },
    ],
    ['a list as address', { email: ['a@a.example'], email_verified: true }, { email: undefined }],
    ['a name with control characters', { name: 'A\0n\u202En\r\n  B' }, { displayName: 'A n n B' }],
    ['a name that is too long', { name: 'x'.repeat(10_000) }, { displayName: 'x'.repeat(200) }],
    ['a name cut within a character', { name: `${'x'.repeat(199)}😀` }, { displayName: `${'x'.repeat(199)}\uFFFD` }],
    ['half a character', { name: 'a\uD800b' }, { displayName: 'a\uFFFDb' }],
    ['a name of blanks', { name: ' \u200B\t ' }, { displayName: 'sub-1' }],
    ['a name that is no text', { name: { first: 'Ann' } }, { displayName: 'sub-1' }],
  ])('reads %s', (_, claims, expected) => {
    expect(person(claims)).toMatchObject(expected);
  });

  it('never names a user like the Id of another one, or by nothing', () => {
    expect(person({}, '9CA86A24-1975-4576-965b-ebd2fd6f9dad').userNames).toEqual(['user abcd']);
    expect(person({}, '\u200B').userNames).toEqual(['user abcd']);
  });
});
