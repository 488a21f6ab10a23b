import { field, relation } from './definition-builders.js';
import { loadEnvironment } from './load-environment.js';
import { type Caller, type Place, type Row, TestApp, where } from './test-app.js';

/** A small environment whose records have both a lifecycle and approvals, without anything that writers share. */
export const CLAIMS: Place = { TenantId: 'Harbour', AppId: 'Claims', EnvironmentId: 'Main' };

const id = (n: number): string => `c1a10000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Ids of the statuses of claims. */
export const CLAIM_STATUS = { Draft: id(51), Submitted: id(52), Settled: id(53), Void: id(54) } as const;
export type ClaimStatus = keyof typeof CLAIM_STATUS;

/** Ids of the processes: Big starts by itself for claims from 1,000 on, Audit by hand. */
export const CLAIM_PROCESS = { Audit: id(41), Big: id(42) } as const;

/** Ids of the users. */
export const CLAIMANT = {
  root: id(11),
  amy: id(12),
  ben: id(13),
  cid: id(14),
  dot: id(15),
  eve: id(16),
  fay: id(17),
  gil: id(18),
} as const;
export type Claimant = keyof typeof CLAIMANT;

type Scope = 'None' | 'Own' | 'All';

/** Rights of the users; root is an Administrator. */
export const CLAIM_ROLES = {
  Clerk: { users: ['amy', 'ben'], write: 'Own', read: 'Own', request: 'Own', decision: 'None' },
  Chief: { users: ['cid', 'dot'], write: 'Own', read: 'Own', request: 'Own', decision: 'Own' },
  Treasurer: { users: ['eve'], write: 'None', read: 'Own', request: 'None', decision: 'Own' },
  Auditor: { users: ['fay'], write: 'None', read: 'None', request: 'None', decision: 'Own' },
  Boss: { users: ['gil'], write: 'All', read: 'All', request: 'All', decision: 'Own' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly users: readonly Claimant[] } & Readonly<Record<'write' | 'read' | 'request' | 'decision', Scope>>
  >
>;

const roles = Object.entries(CLAIM_ROLES);

const access = (Role: string, EntityName: string, write: Scope, Read: Scope): object => {
  return { Role, EntityName, Create: write, Read, Update: write, Delete: write };
};

const user = (UserName: Claimant, role: string): object => ({
  Id: CLAIMANT[UserName],
  Tenant: CLAIMS.TenantId,
  UserName,
  DisplayName: UserName,
  Roles: [role],
  Teams: ['Dock'],
  PrimaryTeam: 'Dock',
});

const status = (name: ClaimStatus, Sequence: number, more: object = {}): object => {
  return { Id: CLAIM_STATUS[name], Name: name, Sequence, ...more };
};
const transition = (
  Sequence: number,
  Name: string,
  FromStatus: string,
  ToStatus: string,
  more: object = {},
): object => {
  return { Id: id(60 + Sequence), Name, FromStatus, ToStatus, Sequence, ...more };
};

const LIFECYCLE = {
  Id: id(40),
  Name: 'Claims',
  EntityName: 'Claim',
  Statuses: [
    status('Draft', 1, { IsInitial: true }),
    status('Submitted', 2),
    status('Settled', 3, { IsFinal: true }),
    status('Void', 4, { IsFinal: true }),
  ],
  Transitions: [
    transition(1, 'Submit', 'Draft', 'Submitted', {
      Validators: [{ Name: 'Some', WhereClause: where('Amount', 'GreaterThan', '0'), Message: 'Nothing is claimed.' }],
    }),
    transition(2, 'Settle', 'Submitted', 'Settled', {
      Filters: where('Amount', 'LessThan', '8000'),
      AllowedRoles: ['Boss'],
    }),
    transition(3, 'Withdraw', 'Submitted', 'Draft'),
    transition(4, 'Cancel', '*', 'Void', { RequiredPermission: 'Claims.Cancel' }),
  ],
};

const PROCESSES = [
  {
    Id: CLAIM_PROCESS.Audit,
    Name: 'Audit',
    EntityName: 'Claim',
    StartMode: 'Manual',
    AllowSelfApproval: true,
    Steps: [{ Sequence: 1, Name: 'Audit', Approvers: { Users: ['eve', 'fay', 'gil'] }, Rule: { Count: 2 } }],
    OnApproved: { MoveTo: 'Submitted' },
    OnRejected: { MoveTo: 'Void' },
    OnReturned: { MoveTo: 'Draft' },
  },
  {
    Id: CLAIM_PROCESS.Big,
    Name: 'Big',
    EntityName: 'Claim',
    StartMode: 'Automatic',
    StartOn: ['Insert', 'Update'],
    StartCriteria: where('Amount', 'GreaterThanOrEqualTo', '1000'),
    Steps: [
      { Sequence: 1, Name: 'Check', Approvers: { Role: 'Chief' }, Rule: 'All' },
      {
        Sequence: 2,
        Name: 'Pay',
        Criteria: where('Amount', 'GreaterThanOrEqualTo', '5000'),
        Approvers: { Users: ['gil'] },
        Rule: 'Any',
      },
    ],
    OnApproved: { MoveTo: 'Submitted' },
    OnRejected: { MoveTo: 'Void' },
    OnReturned: { MoveTo: 'Draft' },
  },
];

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: CLAIMS.TenantId,
      Apps: [{ Id: id(2), Name: CLAIMS.AppId, Environments: [{ Id: id(3), Name: CLAIMS.EnvironmentId, Users: '*' }] }],
    },
  ],
  Teams: [{ Id: id(21), Name: 'Dock' }],
  Roles: [
    { Id: id(30), Name: 'Administrator', IsSystem: true },
    ...roles.map(([Name], i) => ({ Id: id(31 + i), Name })),
  ],
  Permissions: [{ Name: 'Claims.Cancel', Description: 'Cancel a claim' }],
  RolePermissions: ['Clerk', 'Boss'].map((Role) => ({ Role, Permission: 'Claims.Cancel' })),
  RoleAccess: roles.flatMap(([role, { write, read, request, decision }]) => [
    access(role, 'Claim', write, read),
    access(role, 'Line', write, read),
    { ...access(role, 'ApprovalRequest', 'None', request), Create: request },
    { ...access(role, 'ApprovalDecision', 'None', 'Own'), Create: decision },
    access(role, 'ApprovalTask', 'None', 'Own'),
  ]),
  Users: [
    user('root', 'Administrator'),
    ...roles.flatMap(([role, { users }]) => users.map((name) => user(name, role))),
  ],
  Entities: [
    {
      EntityName: 'Claim',
      DisplayField: 'Title',
      Fields: [field('Title', 'Text'), field('Note', 'Text'), field('Amount', 'Int', { Default: 0 })],
    },
    {
      EntityName: 'Line',
      Fields: [field('Text', 'Text'), field('ClaimId', 'Lookup', { Target: 'Claim' })],
      OwnerFrom: 'ClaimId',
    },
  ],
  Relations: [relation('ClaimLines', 'Claim', 'Line', 'ClaimId', 'Cascade')],
  Lifecycles: [LIFECYCLE],
  ApprovalProcesses: PROCESSES,
};

/** Ids of a claim and of its line. */
export interface ClaimIds {
  readonly id: string;
  readonly recordId: string;
  readonly line: string;
}

/** The service with claims. */
export class ClaimApp {
  private constructor(readonly app: TestApp) {}

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<ClaimApp> {
    const app = await TestApp.start(settings);
    await loadEnvironment(app, DEFINITIONS);
    return new ClaimApp(app);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  /** A caller of the API. @param node another node of the service */
  as(name: Claimant, node = this.app): Caller {
    return node.as(name, CLAIMS);
  }

  schema(): Promise<string> {
    return this.app.schema(CLAIMS);
  }

  /** A new claim with a line. @throws {Error} when it is refused */
  async claim(owner: Claimant, fields: Row): Promise<ClaimIds> {
    const { body, text } = await this.as(owner).insert('Claim', { ...fields, ClaimLines: [{ Text: 'one' }] });
    if (!body.IsSuccess) throw new Error(text);
    const { Id, RecordInformationId: recordId } = body.Result;
    return { id: Id, recordId, line: await this.lineOf(Id) };
  }

  /** Id of the only line of a claim. */
  async lineOf(claimId: string): Promise<string> {
    const sql = `SELECT "Id" AS id FROM "${await this.schema()}"."Line" WHERE "ClaimId" = $1`;
    const [{ id: line }] = await this.app.query<{ id: string }>(sql, [claimId]);
    return line;
  }
}
