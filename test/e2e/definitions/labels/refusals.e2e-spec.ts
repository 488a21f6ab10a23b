import { type Caller, byId, TestApp, where } from '../../../support/test-app.js';
import { type Kind, KINDS, labelledDevice } from './labelled-device.js';

describe('refused labels', () => {
  let app: TestApp;
  let admin: Caller;
  let ids: Readonly<Record<Kind, string>>;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
    ids = await labelledDevice(app);
  });
  afterAll(() => app.stop());

  it.each([
    ['Language', 'de_DE', 'Language must be a language tag such as de or pt-BR'],
    ['Language', 'German language', 'Language must be'],
    ['TimeZone', '+02:00', 'TimeZone must be the name of an IANA time zone'],
    ['TimeZone', 'Mars/Olympus', 'TimeZone must be'],
  ])('refuses a user whose %s is %s', async (member, value, message) => {
    const { status, body } = await admin.insert('User', { UserName: 'u', DisplayName: 'U', [member]: value });
    expect([status, body.ErrorDetails[0].FieldName, body.Errors[0]]).toEqual([
      400,
      member,
      expect.stringContaining(message),
    ]);
  });

  it.each([
    ['no object', [], 'Labels must be an object'],
    [
      'a wrong tag',
      { de_DE: { Label: 'x' } },
      "'de_DE' is not a language tag such as de or pt-BR. Did you mean 'de-DE'?",
    ],
    ['a tag twice', { de: { Label: 'x' }, DE: { Label: 'y' } }, "' twice; letter case makes no difference"],
    ['a misspelt member', { de: { Lable: 'x' } }, "Unknown member 'Lable'. Did you mean 'Label'?"],
    ['no texts', { de: 'Gerät' }, 'An object with Label'],
    ['a number', { de: { Label: 5 } }, 'must be text that is not blank'],
    ['a blank text', { de: { Help: ' ' } }, 'must be text that is not blank'],
    ['a long label', { de: { Label: 'x'.repeat(256) } }, 'at most 255 characters, not 256'],
    ['a long help', { de: { Help: 'x'.repeat(2_001) } }, 'at most 2000 characters, not 2001'],
    [
      'too many languages',
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, { Label: 'x' }])),
      'at most 50 languages, not 51',
    ],
  ])('refuses labels with %s on every kind', async (_, Labels, message) => {
    for (const [kind] of KINDS) {
      const { status, body } = await admin.update(kind, { Labels }, byId(ids[kind]));
      expect([kind, status, body.ErrorDetails[0].FieldName]).toEqual([kind, 400, 'Labels']);
      expect(body.Errors[0]).toContain(message);
    }
  });

  it('refuses blank and long labels, and faults in the labels of values', async () => {
    const refused = async (kind: string, id: string, fields: object): Promise<string> => {
      const { status, body } = await admin.update(kind, fields as never, byId(id));
      expect(status).toBe(400);
      return body.Errors.join(' ');
    };
    expect(await refused('Entity', ids.Entity, { Label: ' ' })).toContain('Label must not be blank');
    expect(await refused('Entity', ids.Entity, { PluralLabel: 'x'.repeat(256) })).toContain('at most 255 characters');
    const [{ Id: kind }] = (await admin.select('Field', { WhereClause: where('Label', 'EqualTo', 'Kind') })).body
      .Result;
    const values = (value: object): object => ({ Values: [{ Value: 'Pump', ...value }] });
    expect(await refused('Field', kind, values({ Labels: { de: { Label: 'x' } } }))).toContain(
      "Values[0].Labels.de: Unknown member 'Label'",
    );
    expect(await refused('Field', kind, values({ Help: 5 }))).toContain('Values[0].Help: The value must be text');
    expect(await refused('Field', kind, values({ Lables: {} }))).toContain("did you mean 'Labels'?");
  });
});
