import { type Answer, type Caller, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { DE, labelledDevice } from './labelled-device.js';

type Described = Answer['body'];

describe('labels of definitions', () => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
    await labelledDevice(app);
  });
  afterAll(() => app.stop());

  const read = async (path: string, language = '', user = 'ada.admin'): Promise<Described> => {
    const { status, body } = await app.as(user).send('GET', path, undefined, { 'Accept-Language': language });
    expect(status).toBe(200);
    return body.Result;
  };
  const device = async (language?: string, user?: string): Promise<Described> =>
    (await read('/entities', language, user)).find(({ EntityName }: Described) => EntityName === 'Device');

  it.each([
    ['', 'Device', 'Devices'],
    ['*', 'Device', 'Devices'],
    ['de', 'Gerät', 'Geräte'],
    ['DE-at', 'Gerät', 'Geräte'],
    ['de-CH', 'Apparat', 'Devices'],
    ['fr', 'Device', 'Devices'],
    ['fr, de;q=0.5', 'Gerät', 'Geräte'],
    ['de;q=0.5, en;q=0.8', 'Device', 'Devices'],
    ['en-GB, de', 'Device', 'Devices'],
    ['de;q=0', 'Device', 'Devices'],
    ['x'.repeat(300), 'Device', 'Devices'],
    ['de;;;q,,__proto__,constructor', 'Device', 'Devices'],
  ])('answers entities for Accept-Language %j as %s', async (language, Label, PluralLabel) => {
    expect(await device(language)).toMatchObject({ Label, PluralLabel });
  });

  it('answers fields, values, relations and statuses of an entity in the language', async () => {
    const { Fields, Relations, Lifecycle, ...head } = await read('/entities/Device', 'de');
    expect(head).toMatchObject({ Label: 'Gerät', PluralLabel: 'Geräte', Help: 'Was wir warten.' });
    expect(Fields.slice(0, 3).map(({ FieldName, Label }: Described) => [FieldName, Label])).toEqual([
      ['Name', 'Bezeichnung'],
      ['Kind', 'Kind'],
      ['PartOfId', undefined],
    ]);
    expect(Fields[1].Values).toEqual([
      { Value: 'Pump', Text: 'Pumpe', Help: 'Moves water.', IsActive: true },
      { Value: 'Fan', Text: 'Fan', IsActive: true },
      { Value: 'Other', Text: 'Other', IsActive: true },
    ]);
    expect(Relations).toMatchObject([{ Name: 'Parts', Label: 'Teile' }]);
    expect(Lifecycle.Statuses).toMatchObject([
      { Name: 'New', Label: 'Neu', Help: 'Noch nicht geprüft.' },
      { Name: 'Checked', Label: 'Geprüft' },
    ]);
  });

  it('answers the lists of values and statuses in the language, and searches in it', async () => {
    const texts = async (path: string, language: string): Promise<readonly string[]> =>
      (await read(path, language)).map(({ Text }: Described) => Text);
    expect(await texts('/lists/get?entityName=Device&fieldName=Kind', 'de')).toEqual(['Pumpe', 'Fan', 'Other']);
    expect(await texts('/lists/get?entityName=Device&fieldName=Kind', 'fr')).toEqual([
      'Water pump',
      'Ventilateur',
      'Other',
    ]);
    expect(await texts('/lists/get?entityName=Device&fieldName=Kind&search=pumpe', 'de')).toEqual(['Pumpe']);
    expect(await texts('/lists/get?entityName=Device&fieldName=StatusId', 'de')).toEqual(['Neu', 'Geprüft']);
    expect(await texts('/lists/get?entityName=Device&fieldName=StatusId', 'en')).toEqual(['New', 'Checked once']);
  });

  it('answers fixed values of a list in the language, and refuses faults in their labels', async () => {
    const list = (Labels: unknown): object => ({
      Name: 'Colours',
      Values: [{ Value: 1, Text: 'Red', Labels }, { Value: 2 }],
    });
    await admin.inserted('List', list({ de: { Text: 'Rot' } }) as never);
    expect((await read('/lists/get?listName=Colours', 'de')).map(({ Text }: Described) => Text)).toEqual(['Rot', '2']);
    expect((await read('/lists/get?listName=Colours', 'fr'))[0]).toMatchObject({ Value: 1, Text: 'Red' });
    const { status, body } = await admin.insert('List', { ...list({ de: { Txt: 'x' } }), Name: 'Wrong' });
    expect([status, body.Errors[0]]).toEqual([400, expect.stringContaining("Did you mean 'Text'?")]);
  });

  it('answers available statuses in the language, and rows and moves without labels', async () => {
    const id = await admin.inserted('Device', { Name: 'P1', Kind: 'Pump' });
    const { RecordInformationId } = await admin.row('Device', id);
    expect(await read(`/status/available?recordId=${RecordInformationId}`, 'de')).toMatchObject({
      FromStatusName: 'New',
      FromStatusLabel: 'Neu',
      ToStatusList: [{ Name: 'Check', Label: 'Prüfen', ToStatusName: 'Checked', ToStatusLabel: 'Geprüft' }],
    });
    const german = { 'Accept-Language': 'de' };
    const body = { EntityName: 'Device', LoadLookUpValues: true };
    const row = (await admin.send('POST', '/queries/select', body, german)).text;
    expect(row).toContain('"Pump"');
    expect(row).not.toMatch(/Label|Neu|Pumpe/);
  });

  it('follows User.Language where the request has no language of its own', async () => {
    expect((await device('', 'max.mech')).Label).toBe('Gerät');
    expect((await device('en', 'max.mech')).Label).toBe('Device');
    expect(await read('/me', '', 'max.mech')).toMatchObject({
      Language: 'de-AT',
      UserTimeZone: 'Europe/Vienna',
      Roles: [{ Name: 'Mechanic', Label: 'Mechaniker' }],
    });
    await admin.update('User', { Language: 'en' }, where('UserName', 'EqualTo', 'max.mech'));
    expect((await device('', 'max.mech')).Label).toBe('Device');
    await admin.update('User', { Language: 'de-AT' }, where('UserName', 'EqualTo', 'max.mech'));
  });

  it('titles the OpenAPI document in the language, of which each has a tag', async () => {
    const described = async (language: string): Promise<Answer> =>
      admin.send('GET', '/openapi.json', undefined, { 'Accept-Language': language });
    const [german, english] = [await described('de-DE, en;q=0.1'), await described('')];
    const { schemas } = german.body.components;
    expect(schemas.Device).toMatchObject({ title: 'Gerät', properties: { Name: { title: 'Bezeichnung' } } });
    expect(schemas.DeviceKind).toMatchObject({ enum: ['Pump', 'Fan', 'Other'], title: 'Kind' });
    expect(schemas.DeviceKind['x-enum-descriptions']).toEqual(['Pumpe', 'Fan', 'Other']);
    expect(schemas.DeviceStatus['x-enum-descriptions']).toEqual(['Neu', 'Geprüft']);
    expect(german.text).toContain('"summary":"Execute Warten"');
    expect(german.text).toContain('"summary":"Run Pumpen"');
    expect(english.body.components.schemas.Device).toMatchObject({ title: 'Device' });
    expect(english.headers.get('ETag')).not.toBe(german.headers.get('ETag'));
    expect(german.headers.get('Vary')).toContain('Accept-Language');
    // A language that nothing is labelled in has the document of those without any.
    expect((await described('pl')).headers.get('ETag')).toBe(english.headers.get('ETag'));
  });

  it('shows no label to another tenant, nor to a user without access', async () => {
    expect((await app.as('nina.north').get('/entities')).text).not.toContain('Gerät');
    const other = await app.as('bob.bay', SOUTHBAY).send('GET', '/entities/Device');
    expect(other.status).toBe(404);
  });

  it('takes labels along when definitions are exported, planned and applied', async () => {
    const { body } = await admin.get('/environment/export');
    const entity = body.Result.Entities.find(({ EntityName }: Described) => EntityName === 'Device');
    expect(entity).toMatchObject({ Label: 'Device', PluralLabel: 'Devices', Labels: DE });
    const changed = { ...entity, Labels: { ...DE, fr: { Label: 'Appareil' } } };
    const Entities = [changed];
    const planned = await admin.send('POST', '/environment/plan', { FormatVersion: 1, Entities });
    expect(planned.body.Result.Changes).toMatchObject([{ Kind: 'Entity', Name: 'Device', Action: 'Update' }]);
    const { Version } = planned.body.Result;
    expect((await admin.send('POST', '/environment/apply', { FormatVersion: 1, Version, Entities })).status).toBe(200);
    expect((await device('fr')).Label).toBe('Appareil');
  });
});
