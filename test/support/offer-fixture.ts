import { field, relation } from './definition-builders.js';
import { loadEnvironment } from './load-environment.js';
import { type Caller, type Place, type Row, TestApp } from './test-app.js';
import { approvalStatements, endApproval, putUnderApproval } from './under-approval.js';

/** A small environment of approvals that the demo's definitions rule out: parts at several levels, and loops. */
const PLACE: Place = { TenantId: 'Guild', AppId: 'Offers', EnvironmentId: 'Main' };

const id = (n: number): string => `0ffe0000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** root is an Administrator; kim reads everything but remarks, and writes all of it; lee reads and writes own records. */
export const GUILD = { root: id(11), kim: id(12), lee: id(13) } as const;

const user = (Id: string, UserName: string, role: string): object => {
  return {
    Id,
    Tenant: PLACE.TenantId,
    UserName,
    DisplayName: UserName,
    Roles: [role],
    Teams: ['Hall'],
    PrimaryTeam: 'Hall',
  };
};
const ENTITIES = ['Project', 'Person', 'Offer', 'Item', 'Remark', 'Tag', 'Viewing', 'Topic'];
const access = (Role: string, EntityName: string, scope: string): object => {
  return { Role, EntityName, Create: 'All', Read: scope, Update: scope, Delete: scope };
};

const softDeleted = (EntityName: string, fields: readonly object[], more: object = {}): object => ({
  EntityName,
  AllowSoftDelete: true,
  Fields: [field('Name', 'Text', { MaxLength: 20 }), ...fields],
  ...more,
});
const lookup = (name: string, Target: string): object => field(name, 'Lookup', { Target });

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: PLACE.TenantId,
      Apps: [{ Id: id(2), Name: PLACE.AppId, Environments: [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }] }],
    },
  ],
  Teams: [
    { Id: id(21), Name: 'Hall' },
    { Id: id(22), Name: 'Tower' },
  ],
  Roles: [
    { Id: id(31), Name: 'Administrator', IsSystem: true },
    { Id: id(32), Name: 'Master' },
    { Id: id(33), Name: 'Journeyman' },
  ],
  RoleAccess: [
    ...ENTITIES.map((name) => access('Master', name, 'All')),
    ...ENTITIES.map((name) => access('Journeyman', name, name === 'Project' ? 'All' : 'Own')),
    { ...access('Journeyman', 'ApprovalRequest', 'Own'), Create: 'None' },
    { ...access('Journeyman', 'ApprovalTask', 'Own'), Create: 'None' },
  ],
  Users: [
    user(GUILD.root, 'root', 'Administrator'),
    user(GUILD.kim, 'kim', 'Master'),
    user(GUILD.lee, 'lee', 'Journeyman'),
  ],
  Entities: [
    softDeleted('Project', []),
    softDeleted('Person', []),
    softDeleted(
      'Offer',
      [
        field('Code', 'Text', { Unique: true }),
        lookup('ProjectId', 'Project'),
        lookup('ContactId', 'Person'),
        field('ItemCount', 'Rollup', { Relation: 'OfferItems', Function: 'Count' }),
        field('ViewingCount', 'Rollup', { Relation: 'OfferViewings', Function: 'Count' }),
      ],
      { OwnerFrom: 'ProjectId' },
    ),
    softDeleted('Item', [lookup('OfferId', 'Offer'), lookup('TagId', 'Tag'), field('Code', 'Text', { Unique: true })], {
      OwnerFrom: 'OfferId',
    }),
    softDeleted('Remark', [lookup('ItemId', 'Item')]),
    softDeleted('Tag', []),
    softDeleted('Viewing', [lookup('OfferId', 'Offer')]),
    softDeleted('Topic', [lookup('ParentId', 'Topic')]),
  ],
  Relations: [
    relation('ProjectOffers', 'Project', 'Offer', 'ProjectId', 'Cascade'),
    relation('ContactOffers', 'Person', 'Offer', 'ContactId', 'SetNull'),
    relation('OfferItems', 'Offer', 'Item', 'OfferId', 'Cascade'),
    relation('ItemRemarks', 'Item', 'Remark', 'ItemId', 'Cascade'),
    relation('TagItems', 'Tag', 'Item', 'TagId', 'SetNull'),
    relation('OfferViewings', 'Offer', 'Viewing', 'OfferId', 'Restrict'),
    relation('TopicTopics', 'Topic', 'Topic', 'ParentId', 'Cascade'),
  ],
  ApprovalProcesses: ['Offer', 'Topic'].map((EntityName, i) => ({
    Id: id(41 + i),
    Name: `${EntityName}Approval`,
    EntityName,
    StartMode: 'Manual',
    Steps: [{ Sequence: 1, Name: 'Look', Approvers: { Role: 'Master' }, Rule: 'Any' }],
  })),
};

/** The service with offers in it. */
export class OfferApp {
  #made = 0;

  private constructor(readonly app: TestApp) {}

  static async open(): Promise<OfferApp> {
    const app = await TestApp.start();
    await loadEnvironment(app, DEFINITIONS);
    return new OfferApp(app);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  /** A caller of the API. @param name root, kim or lee */
  as(name: keyof typeof GUILD): Caller {
    return this.app.as(name, PLACE);
  }

  /** A code that no record has. */
  newCode(): string {
    return `C${++this.#made}`;
  }

  /** Inserts a record. @returns its Id */
  made(entity: string, fields: Row, name: keyof typeof GUILD = 'root'): Promise<string> {
    return this.as(name).inserted(entity, fields);
  }

  /** An offer with one item and a remark on it. */
  async offer(fields: Row = {}): Promise<{ readonly offer: string; readonly item: string; readonly remark: string }> {
    const offer = await this.made('Offer', { Code: this.newCode(), ...fields });
    const item = await this.made('Item', { OfferId: offer, Code: this.newCode() });
    return { offer, item, remark: await this.made('Remark', { ItemId: item }) };
  }

  /** Puts a record under approval, with an open task for each of the users. @returns the request's Id */
  lock(entity: string, recordId: string, ...users: readonly (keyof typeof GUILD)[]): Promise<string> {
    const assignees = users.map((name) => GUILD[name]);
    return putUnderApproval(this.app, { entity, id: recordId, assignees, place: PLACE });
  }

  /** Statements of `lock`, for a transaction of the test. */
  approval(entity: string, recordId: string): ReturnType<typeof approvalStatements> {
    return approvalStatements(this.app, { entity, id: recordId, place: PLACE });
  }

  unlock(entity: string, recordId: string): Promise<void> {
    return endApproval(this.app, { entity, id: recordId, place: PLACE });
  }

  schema(): Promise<string> {
    return this.app.schema(PLACE);
  }
}
