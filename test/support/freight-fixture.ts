import { loadEnvironment } from './load-environment.js';
import { byId, type Place, type Row, where } from './test-app.js';
import { field, relation } from './definition-builders.js';

/** A small environment whose boxes can be written in every way: parts, a rollup, statuses, a procedure, workflows. */
export const FREIGHT: Place = { TenantId: 'Harbour', AppId: 'Freight', EnvironmentId: 'Main' };

const id = (n: number): string => `f4e16400-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const BOX_STATUS = { Open: id(41), Closed: id(42), Lost: id(43) } as const;

/** Ids of its workflows. */
export const FREIGHT_FLOW = {
  /** Started by hand: gives a box its weight. */
  mark: id(51),
  /** Changes nothing. */
  idle: id(52),
  /** Like `idle`. */
  idleToo: id(53),
  /** Changes the box that it was started for. */
  empty: id(54),
  /** Adds another part. */
  addPart: id(55),
  /** Calls the procedure. */
  shift: id(56),
  /** Started by moves to Lost and back; each one makes the other move. */
  find: id(57),
  lose: id(58),
} as const;

const transition = (Sequence: number, FromStatus: string, ToStatus: string, AfterWorkflows: readonly string[]) => ({
  Id: id(60 + Sequence),
  Name: `To ${ToStatus} ${Sequence}`,
  FromStatus,
  ToStatus,
  Sequence,
  AfterWorkflows,
});

const LIFECYCLE = {
  Id: id(40),
  Name: 'Boxes',
  EntityName: 'Box',
  Statuses: [
    { Id: BOX_STATUS.Open, Name: 'Open', IsInitial: true, Sequence: 1 },
    { Id: BOX_STATUS.Closed, Name: 'Closed', Sequence: 2 },
    { Id: BOX_STATUS.Lost, Name: 'Lost', Sequence: 3 },
  ],
  Transitions: [
    transition(1, 'Open', 'Closed', []),
    transition(2, 'Closed', 'Open', []),
    transition(3, 'Open', 'Lost', ['Find']),
    transition(4, 'Lost', 'Open', ['Lose']),
  ],
};

const flow = (Id: string, Name: string, Actions: readonly Row[], more: Row = {}): Row => ({
  Id,
  Name,
  Type: 'Triggered',
  RunAs: 'Service',
  Actions: Actions.map((action) => ({ Name: 'Step', ...action })),
  ...more,
});
const fields = (given: Row): readonly Row[] =>
  Object.entries(given).map(([FieldName, Value]) => ({ FieldName, Value }));
const updateBox = (box: string, given: Row): Row => ({
  Type: 'UpdateRecords',
  EntityName: 'Box',
  Fields: fields(given),
  WhereClause: byId(box),
});
/** A box that does not exist. */
const NOTHING = updateBox(id(99), { Weight: 0 });
const moveBox = (ToStatus: string): Row => ({
  Type: 'ChangeStatus',
  EntityName: 'Box',
  RecordId: '{{Record.RecordInformationId}}',
  ToStatus,
});

const WORKFLOWS = [
  flow(FREIGHT_FLOW.mark, 'Mark', [updateBox('{{BoxId}}', { Weight: '{{Weight}}' })], {
    Type: 'Manual',
    Tokens: [
      { Name: 'BoxId', Type: 'Uuid', Required: true },
      { Name: 'Weight', Type: 'Int', Required: true },
    ],
  }),
  flow(FREIGHT_FLOW.idle, 'Idle', [NOTHING]),
  flow(FREIGHT_FLOW.idleToo, 'IdleToo', [NOTHING]),
  flow(FREIGHT_FLOW.empty, 'Empty', [updateBox('{{Record.Id}}', { Weight: 0 })], { EntityName: 'Box' }),
  flow(
    FREIGHT_FLOW.addPart,
    'AddPart',
    [{ Type: 'InsertRecord', EntityName: 'Part', Fields: fields({ BoxId: '{{Record.BoxId}}', Size: 1 }) }],
    { EntityName: 'Part' },
  ),
  flow(FREIGHT_FLOW.shift, 'Shift', [
    { Type: 'ExecuteDatabaseObject', ObjectName: 'ShiftShelf', Parameters: [{ Name: 'Number', Value: 1 }] },
  ]),
  flow(FREIGHT_FLOW.find, 'Find', [moveBox('Open')], { Type: 'AfterTransition', EntityName: 'Box' }),
  flow(FREIGHT_FLOW.lose, 'Lose', [moveBox('Lost')], { Type: 'AfterTransition', EntityName: 'Box' }),
];

const user = (n: number, UserName: string): object => ({
  Id: id(n),
  Tenant: FREIGHT.TenantId,
  UserName,
  DisplayName: UserName,
  Roles: ['Administrator'],
  Teams: ['Quay'],
  PrimaryTeam: 'Quay',
});

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: FREIGHT.TenantId,
      Apps: [
        { Id: id(2), Name: FREIGHT.AppId, Environments: [{ Id: id(3), Name: FREIGHT.EnvironmentId, Users: '*' }] },
      ],
    },
  ],
  Teams: [{ Id: id(21), Name: 'Quay' }],
  Roles: [{ Id: id(31), Name: 'Administrator', IsSystem: true }],
  Users: [user(11, 'root'), user(12, 'kim')],
  Entities: [
    {
      EntityName: 'Box',
      AllowSoftDelete: true,
      Fields: [
        field('Code', 'Text', { Required: true, Unique: true }),
        field('Weight', 'Int', { Default: 0 }),
        field('Shelf', 'Int'),
        field('Total', 'Rollup', { Function: 'Sum', Relation: 'BoxParts', AggregateField: 'Size' }),
      ],
    },
    {
      EntityName: 'Part',
      AllowSoftDelete: true,
      Fields: [field('BoxId', 'Lookup', { Target: 'Box' }), field('Size', 'Int', { Required: true })],
    },
  ],
  Relations: [relation('BoxParts', 'Box', 'Part', 'BoxId', 'Cascade')],
  Lifecycles: [LIFECYCLE],
  DatabaseObjects: [
    {
      ObjectName: 'ShiftShelf',
      ObjectType: 1,
      AllowWrites: true,
      Parameters: [{ Name: 'Number', Type: 'Int', Required: true }],
      Definition: `CREATE OR REPLACE PROCEDURE "ShiftShelf"(IN "Number" bigint) LANGUAGE sql AS $$
        UPDATE "Box" SET "Weight" = COALESCE("Weight", 0) + 1 WHERE "Shelf" = "Number" AND "IsDeleted" IS NOT TRUE $$`,
    },
  ],
  Workflows: WORKFLOWS,
};

/** Adds the environment to a database. root and kim are Administrators. */
export const loadFreight = (app: Parameters<typeof loadEnvironment>[0]): Promise<void> =>
  loadEnvironment(app, DEFINITIONS);

/** Members of an event-based trigger on boxes. */
export const boxTrigger = (Name: string, more: Row): Row => ({
  Name,
  EntityName: 'Box',
  TriggerType: 'EventBased',
  TriggerEvent: 'Edited',
  ...more,
});

/** Select of the runs of a trigger. */
export const runsOf = (triggerId: string): Row => ({
  WhereClause: where('TriggerId', 'EqualTo', triggerId),
  Sort: [{ FieldName: 'StartedOn' }, { FieldName: 'Id' }],
});
