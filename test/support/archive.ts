import { loadEnvironment } from './load-environment.js';
import { type Answer, type Caller, type Place, type Row, TestApp } from './test-app.js';
import { field, relation } from './definition-builders.js';

/** An environment whose records can hold much text, for queries with large answers. */
const PLACE: Place = { TenantId: 'Archive', AppId: 'Papers', EnvironmentId: 'Main' };

const id = (n: number): string => `ac000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Ten relations from Shelf to Paper, one for each lookup, so that includes can stand beside each other. */
export const RELATIONS: readonly string[] = Array.from({ length: 20 }, (_, i) => `Papers${i}`);
/** Text fields of a paper that have no MaxLength. */
export const TEXTS: readonly string[] = Array.from({ length: 12 }, (_, i) => `Text${i}`);
/** Json fields of a paper. */
export const DOCUMENTS: readonly string[] = Array.from({ length: 8 }, (_, i) => `Document${i}`);

const lookupOf = (name: string): string => `Shelf${name}`;

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: PLACE.TenantId,
      Apps: [{ Id: id(2), Name: PLACE.AppId, Environments: [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }] }],
    },
  ],
  Teams: [{ Id: id(21), Name: 'Readers' }],
  Roles: [
    { Id: id(31), Name: 'Administrator', IsSystem: true },
    { Id: id(32), Name: 'Reader' },
  ],
  RoleAccess: ['Shelf', 'Paper'].map((EntityName) => ({
    Role: 'Reader',
    EntityName,
    Create: 'All',
    Read: 'All',
    Update: 'All',
    Delete: 'All',
  })),
  Users: ['root', 'ann', 'ben', 'out'].map((UserName, i) => ({
    Id: id(11 + i),
    Tenant: PLACE.TenantId,
    UserName,
    DisplayName: UserName,
    Roles: UserName === 'root' ? ['Administrator'] : UserName === 'out' ? [] : ['Reader'],
    Teams: ['Readers'],
    PrimaryTeam: 'Readers',
  })),
  Entities: [
    {
      EntityName: 'Shelf',
      Fields: [field('Code', 'Text', { Required: true, Unique: true, MaxLength: 20 }), field('Remark', 'LongText')],
    },
    {
      EntityName: 'Paper',
      Fields: [
        field('Number', 'Int'),
        field('Label', 'Text', { CaseInsensitive: true }),
        ...TEXTS.map((name) => field(name, 'LongText')),
        ...DOCUMENTS.map((name) => field(name, 'Json')),
        ...RELATIONS.map((name) => field(lookupOf(name), 'Lookup', { Target: 'Shelf' })),
        field('PaperId', 'Lookup', { Target: 'Paper' }),
      ],
    },
  ],
  Relations: [
    ...RELATIONS.map((Name) => ({
      Name,
      ParentEntity: 'Shelf',
      ChildEntity: 'Paper',
      ChildField: lookupOf(Name),
      OnDelete: 'Restrict',
    })),
    relation('Pages', 'Paper', 'Paper', 'PaperId', 'Restrict'),
  ],
};

/** The service with an archive: root is an Administrator, ann and ben read all, out has scope None. */
export class Archive {
  #codes = 0;

  private constructor(readonly app: TestApp) {}

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Archive> {
    const app = await TestApp.start(settings);
    await loadEnvironment(app, DEFINITIONS);
    return new Archive(app);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  /** A caller of the API. @param name root, ann, ben or out */
  as(name: string, node = this.app): Caller {
    return node.as(name, PLACE);
  }

  /** A new shelf. @returns its Id */
  shelf(fields: Row = {}): Promise<string> {
    return this.as('ann').inserted('Shelf', { Code: `S${++this.#codes}`, ...fields });
  }

  /** Papers of a shelf. @param shelves the shelf by relation */
  async papers(count: number, shelves: Row, fields: Row = {}): Promise<void> {
    const all = { ...Object.fromEntries(Object.entries(shelves).map(([name, to]) => [lookupOf(name), to])), ...fields };
    const Values = Array.from({ length: count }, () => Object.values(all));
    const body = { EntityName: 'Paper', Fields: Object.keys(all), Values };
    const answer = await this.as('ann').send('POST', '/records/bulk-insert', body);
    if (answer.status !== 200) throw new Error(`The papers were not inserted: ${answer.text}`);
  }

  /** Sets columns of all papers that have a number, past the service. @param values SQL by field */
  async fill(number: number, values: Readonly<Record<string, string>>): Promise<void> {
    const set = Object.entries(values).map(([name, value]) => `"${name}" = ${value}`);
    await this.app.query(`UPDATE "${await this.app.schema(PLACE)}"."Paper" SET ${set.join()} WHERE "Number" = $1`, [
      number,
    ]);
  }

  select(EntityName: string, more: Row = {}, node = this.app): Promise<Answer> {
    return this.as('ann', node).select(EntityName, more);
  }
}

export { lookupOf };
