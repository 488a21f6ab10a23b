import { type TestApp, where } from '../../../support/test-app.js';

/** Labels of the entity. */
export const DE = {
  de: { Label: 'Gerät', PluralLabel: 'Geräte', Help: 'Was wir warten.' },
  'de-CH': { Label: 'Apparat' },
};

/** A document with labels on definitions of every kind. */
const DOCUMENT = {
  FormatVersion: 1,
  Entities: [
    {
      EntityName: 'Device',
      Label: 'Device',
      PluralLabel: 'Devices',
      Help: 'What we maintain.',
      Labels: DE,
      Fields: [
        { FieldName: 'Name', FieldType: 'Text', Required: true, Labels: { de: { Label: 'Bezeichnung' } } },
        {
          FieldName: 'Kind',
          FieldType: 'Enum',
          Label: 'Kind',
          Values: [
            { Value: 'Pump', Text: 'Water pump', Help: 'Moves water.', Labels: { de: { Text: 'Pumpe' } } },
            { Value: 'Fan', Labels: { fr: { Text: 'Ventilateur' } } },
            'Other',
          ],
        },
        { FieldName: 'PartOfId', FieldType: 'Lookup', Target: 'Device' },
      ],
    },
  ],
  Relations: [
    {
      Name: 'Parts',
      ParentEntity: 'Device',
      ChildEntity: 'Device',
      ChildField: 'PartOfId',
      Labels: { de: { Label: 'Teile' } },
    },
  ],
  Lifecycles: [
    {
      Name: 'Device life',
      EntityName: 'Device',
      Statuses: [
        { Name: 'New', IsInitial: true, Labels: { de: { Label: 'Neu', Help: 'Noch nicht geprüft.' } } },
        { Name: 'Checked', IsFinal: true, Label: 'Checked once', Labels: { de: { Label: 'Geprüft' } } },
      ],
      Transitions: [{ Name: 'Check', FromStatus: 'New', ToStatus: 'Checked', Labels: { de: { Label: 'Prüfen' } } }],
    },
  ],
  Roles: [{ Name: 'Mechanic', Labels: { de: { Label: 'Mechaniker' } } }],
  RoleAccess: [{ Role: 'Mechanic', EntityName: 'Device', Create: 'All', Read: 'All', Update: 'All' }],
  SavedQueries: [{ Name: 'Pumps', EntityName: 'Device', Labels: { de: { Label: 'Pumpen' } } }],
  Workflows: [
    {
      Name: 'Look after',
      Type: 'Manual',
      Labels: { de: { Label: 'Warten' } },
      Actions: [{ Name: 'Tell', Type: 'SendNotification', ToUser: 'ada.admin', Message: 'Look.' }],
    },
  ],
};

export /** Kinds of definitions with labels, each with the name of one. */
const KINDS = [
  ['Entity', 'Device'],
  ['Field', 'PartOfId'],
  ['Relation', 'Parts'],
  ['Status', 'Checked'],
  ['Transition', 'Check'],
  ['Workflow', 'Look after'],
  ['SavedQuery', 'Pumps'],
  ['Role', 'Mechanic'],
] as const;

export type Kind = (typeof KINDS)[number][0];

const NAMES: Readonly<Partial<Record<Kind, string>>> = { Entity: 'EntityName', Field: 'FieldName' };

/** Stores the document, and a user who reads German. @returns the ids of its definitions by kind */
export async function labelledDevice(app: TestApp): Promise<Readonly<Record<Kind, string>>> {
  const admin = app.as('ada.admin');
  const { status, text } = await admin.send('POST', '/environment/apply', DOCUMENT);
  if (status !== 200) throw new Error(text);
  const found = KINDS.map(async ([kind, name]) => {
    const WhereClause = where(NAMES[kind] ?? 'Name', 'EqualTo', name);
    return [kind, (await admin.select(kind, { WhereClause })).body.Result[0].Id] as const;
  });
  const ids = Object.fromEntries(await Promise.all(found)) as Record<Kind, string>;
  const fields = { UserName: 'max.mech', DisplayName: 'Max', Language: 'de-AT', TimeZone: 'Europe/Vienna' };
  await admin.inserted('User', { ...fields, UserRole: [{ RoleId: ids.Role }] });
  return ids;
}
