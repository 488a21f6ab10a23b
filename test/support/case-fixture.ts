import type { Type } from '@nestjs/common';
import { CaseHooks } from './case-hooks.js';
import { field, relation } from './definition-builders.js';
import { loadEnvironment } from './load-environment.js';
import { type Answer, type Caller, type Place, type Row, TestApp, where } from './test-app.js';

/** A small environment of lifecycles that the demo's definitions rule out. */
const PLACE: Place = { TenantId: 'Court', AppId: 'Cases', EnvironmentId: 'Main' };

const id = (n: number): string => `ca5e0000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Workflow that follows the approval of a case. */
export const ARCHIVE = id(201);

/** Statuses of cases. */
export const CASE = { fresh: id(51), open: id(52), review: id(53), done: id(54), void: id(55) } as const;
/** Statuses of letters. */
export const LETTER = { draft: id(61), sent: id(62) } as const;

const user = (n: number, UserName: string, role: string): object => ({
  Id: id(n),
  Tenant: PLACE.TenantId,
  UserName,
  DisplayName: UserName,
  Roles: [role],
  Teams: ['Bench'],
  PrimaryTeam: 'Bench',
});

const ENTITIES = ['Case', 'Task', 'Letter', 'Person'];
const access = (Role: string, EntityName: string, Update: string, more: object = {}): object => ({
  Role,
  EntityName,
  Create: 'All',
  Read: 'All',
  Update,
  Delete: 'All',
  ...more,
});

const clause = (FieldName: string, Operator: number | string, Value?: unknown): unknown =>
  where(FieldName, Operator, Value);
const status = (Id: string, Name: string, Sequence: number, more: object = {}): object => ({
  Id,
  Name,
  Sequence,
  ...more,
});
const transition = (n: number, Name: string, FromStatus: string, ToStatus: string, more: object = {}): object => ({
  Id: id(70 + n),
  Name,
  FromStatus,
  ToStatus,
  Sequence: n,
  ...more,
});

const OPEN_TASKS = { EntityName: 'Task', FieldName: 'CaseId' };

const CASES = {
  Id: id(41),
  Name: 'Cases',
  EntityName: 'Case',
  Statuses: [
    status(CASE.fresh, 'Fresh', 1, { IsInitial: true }),
    status(CASE.open, 'Open', 2),
    status(CASE.review, 'Review', 3),
    status(CASE.done, 'Done', 4, { IsFinal: true }),
    status(CASE.void, 'Void', 5, { IsFinal: true }),
  ],
  Transitions: [
    transition(1, 'Start', 'Fresh', 'Open', { RequiredFields: ['Title', 'JudgeId'] }),
    transition(2, 'Settle', 'Fresh', 'Done', { Filters: clause('Amount', 'LessThan', '100') }),
    transition(3, 'Rule', 'Fresh', 'Done', {
      Validators: [
        { Name: 'Reviewed', WhereClause: clause('IsReviewed', 'EqualTo', true), Message: 'Nobody has reviewed it.' },
        { Name: 'Affordable', WhereClause: clause('Amount', 'LessThan', '5000'), Message: 'It is too much.' },
      ],
    }),
    transition(4, 'Again', 'Open', 'Open'),
    transition(5, 'Cancel', '*', 'Void', {
      Validators: [
        { Name: 'Small', WhereClause: clause('Amount', 'LessThan', '1000'), Message: 'Too much to cancel.' },
      ],
    }),
    transition(6, 'Escalate', 'Open', 'Review', {
      Validators: [{ Name: 'Judge', Hook: 'CaseJudge', Message: 'The judge refuses.' }],
    }),
    transition(7, 'Finish', 'Open', 'Done', {
      Validators: [
        { Name: 'NoTasks', WhereClause: clause('Id', 'NotExistsIn', OPEN_TASKS), Message: 'A task is open.' },
      ],
    }),
    transition(8, 'Approve', 'Review', 'Done', { RequiredPermission: 'Cases.Approve', AfterWorkflows: ['Archive'] }),
    transition(9, 'Mine', 'Review', 'Open', {
      Filters: { Filters: [{ FieldName: 'OwnerId', Operator: 'EqualTo', Value: 'Me', ValueType: 'Global' }] },
      AllowedRoles: ['Clerk'],
    }),
  ],
};

const LETTERS = {
  Id: id(42),
  Name: 'Letters',
  EntityName: 'Letter',
  Statuses: [status(LETTER.draft, 'Draft', 1, { IsInitial: true }), status(LETTER.sent, 'Sent', 2)],
  Transitions: [transition(11, 'Send', 'Draft', 'Sent')],
};

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: PLACE.TenantId,
      Apps: [{ Id: id(2), Name: PLACE.AppId, Environments: [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }] }],
    },
  ],
  Teams: [{ Id: id(21), Name: 'Bench' }],
  Roles: [
    { Id: id(31), Name: 'Administrator', IsSystem: true },
    { Id: id(32), Name: 'Clerk' },
    { Id: id(33), Name: 'Guest' },
    { Id: id(34), Name: 'Typist' },
  ],
  Permissions: [{ Name: 'Cases.Approve', Description: 'Approve a case' }],
  RolePermissions: [{ Role: 'Typist', Permission: 'Cases.Approve' }],
  RoleAccess: [
    ...ENTITIES.map((name) => access('Clerk', name, 'All')),
    ...ENTITIES.map((name) => access('Guest', name, 'None')),
    ...ENTITIES.map((name) => access('Typist', name, 'All', name === 'Case' ? { WritableFields: ['Title'] } : {})),
  ],
  Users: [
    user(11, 'root', 'Administrator'),
    user(12, 'ann', 'Clerk'),
    user(13, 'gus', 'Guest'),
    user(14, 'tim', 'Typist'),
  ],
  Entities: [
    {
      EntityName: 'Case',
      AllowSoftDelete: true,
      Fields: [
        field('Title', 'Text', { MaxLength: 20 }),
        field('Amount', 'Decimal', { Precision: 12, Scale: 2, Default: '0.00' }),
        field('IsReviewed', 'Bool', { Default: false }),
        field('JudgeId', 'Lookup', { Target: 'Person' }),
        field('Number', 'Text', { ReadOnly: true }),
        field('Double', 'Computed', { ResultType: 'Decimal', Scale: 2, Expression: 'Amount * 2' }),
      ],
      Rules: [
        {
          Name: 'NotForSale',
          WhereClause: {
            Filters: [
              { FieldName: 'Title', Operator: 'NotEqualTo', Value: 'sale', Sequence: 1 },
              { FieldName: 'Title', Operator: 'IsNULL', Sequence: 2 },
            ],
            FilterLogic: '1 OR 2',
          },
          Message: 'A case is not for sale.',
          FieldName: 'Title',
        },
      ],
      Hooks: [
        {
          Name: 'NoBigDone',
          Events: ['BeforeUpdate'],
          RejectWhen: {
            Filters: [
              { FieldName: 'StatusId', Operator: 'EqualTo', Value: CASE.done },
              { FieldName: 'Title', Operator: 'EqualTo', Value: 'big' },
            ],
          },
          Message: 'A big case is never done.',
        },
      ],
    },
    { EntityName: 'Person', Fields: [field('Name', 'Text')] },
    { EntityName: 'Task', Fields: [field('CaseId', 'Lookup', { Target: 'Case' })] },
    {
      EntityName: 'Letter',
      Fields: [field('Title', 'Text'), field('Note', 'Text'), field('CaseId', 'Lookup', { Target: 'Case' })],
    },
  ],
  Relations: [
    relation('CaseTasks', 'Case', 'Task', 'CaseId', 'Restrict'),
    relation('CaseLetters', 'Case', 'Letter', 'CaseId', 'Restrict'),
    relation('JudgeCases', 'Person', 'Case', 'JudgeId', 'Restrict'),
  ],
  Lifecycles: [CASES, LETTERS],
  Workflows: [
    {
      Id: ARCHIVE,
      Name: 'Archive',
      EntityName: 'Case',
      Type: 'AfterTransition',
      RunAs: 'Service',
      Actions: [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'A case is done.' }],
    },
  ],
};

/** The service with cases, whose workflows no process executes: root is an Administrator, ann writes all, gus only reads, tim may set Title only. */
export class CaseApp {
  private constructor(readonly app: TestApp) {}

  static async open(modules: readonly Type[] = []): Promise<CaseApp> {
    const app = await TestApp.start({ ROLES: 'api' }, [CaseHooks, ...modules]);
    await loadEnvironment(app, DEFINITIONS, [CaseHooks, ...modules]);
    return new CaseApp(app);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  as(name: string): Caller {
    return this.app.as(name, PLACE);
  }

  schema(): Promise<string> {
    return this.app.schema(PLACE);
  }

  /** A new record of ann's. @param statusId stored past the service */
  async record(
    EntityName: string,
    fields: Row = {},
    statusId?: string,
  ): Promise<{ readonly id: string; readonly recordId: string }> {
    const { body, text } = await this.as('ann').insert(EntityName, { Title: 'one', ...fields });
    if (!body.IsSuccess) throw new Error(text);
    const { Id: recordKey, RecordInformationId } = body.Result;
    if (statusId !== undefined)
      await this.app.query(`UPDATE "${await this.schema()}"."${EntityName}" SET "StatusId" = $1 WHERE "Id" = $2`, [
        statusId,
        recordKey,
      ]);
    return { id: recordKey, recordId: RecordInformationId };
  }

  /** History of a record, oldest first. */
  async history(recordId: string): Promise<Answer['body']> {
    const { body } = await this.as('root').select('StatusHistory', {
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'ChangedOn' }],
    });
    return body.Result;
  }
}
