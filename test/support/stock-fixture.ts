import { loadEnvironment } from './load-environment.js';
import { type Caller, type Place, type Row, TestApp } from './test-app.js';
import { field, relation } from './definition-builders.js';

/** A small environment for writes that the demo's definitions rule out: items that move from crate to crate. */
const PLACE: Place = { TenantId: 'Depot', AppId: 'Stock', EnvironmentId: 'Main' };

const id = (n: number): string => `de000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const KEEPER = { root: id(11), kim: id(12), lee: id(13), max: id(14) } as const;
export const SHIFT = { day: id(21), night: id(22) } as const;

const user = (Id: string, UserName: string, PrimaryTeam: string, ...Roles: readonly string[]): object => {
  return { Id, Tenant: PLACE.TenantId, UserName, DisplayName: UserName, Roles, Teams: [PrimaryTeam], PrimaryTeam };
};
const access = (EntityName: string, scopes: object = {}): object => {
  const all = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };
  return { Role: 'Keeper', EntityName, ...all, ...scopes };
};

const DEFINITIONS = {
  Tenants: [
    {
      Id: id(1),
      Name: PLACE.TenantId,
      Apps: [{ Id: id(2), Name: PLACE.AppId, Environments: [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }] }],
    },
  ],
  Teams: [
    { Id: SHIFT.day, Name: 'Day' },
    { Id: SHIFT.night, Name: 'Night' },
  ],
  Roles: [
    { Id: id(31), Name: 'Administrator', IsSystem: true },
    { Id: id(32), Name: 'Keeper' },
  ],
  RoleAccess: [
    access('Crate', { Update: 'Own', Delete: 'Own' }),
    access('Item', { Read: 'Own', Update: 'Own', Delete: 'Own' }),
    access('Label', { Create: 'None', Update: 'None' }),
  ],
  Users: [
    user(KEEPER.root, 'root', 'Day', 'Administrator'),
    user(KEEPER.kim, 'kim', 'Day', 'Keeper'),
    user(KEEPER.lee, 'lee', 'Night', 'Keeper'),
    user(KEEPER.max, 'max', 'Night', 'Keeper'),
  ],
  Entities: [
    {
      EntityName: 'Crate',
      AllowSoftDelete: true,
      Fields: [
        field('Code', 'Text', { Required: true, Unique: true, CaseInsensitive: true, Immutable: true }),
        field('Seal', 'Text', { Unique: true }),
        field('Row', 'Int'),
        field('Shelf', 'Int'),
        field('Weight', 'Int', { Default: 0, Min: 0 }),
      ],
      UniqueKeys: [['Row', 'Shelf']],
    },
    {
      EntityName: 'Item',
      AllowSoftDelete: true,
      OwnerFrom: 'CrateId',
      Fields: [
        field('CrateId', 'Lookup', { Target: 'Crate' }),
        field('Position', 'Int', { Required: true }),
        field('Name', 'Text', { MaxLength: 20 }),
        field('Number', 'AutoNumber', { Pattern: 'I-{0000}' }),
      ],
      UniqueKeys: [['CrateId', 'Position']],
    },
    {
      EntityName: 'Label',
      AllowSoftDelete: true,
      Fields: [field('ItemId', 'Lookup', { Target: 'Item' }), field('Text', 'Text', { Required: true })],
    },
    {
      EntityName: 'Seat',
      Fields: [field('CrateId', 'Lookup', { Target: 'Crate' }), field('Name', 'Text')],
    },
  ],
  Relations: [
    relation('CrateItems', 'Crate', 'Item', 'CrateId', 'Cascade'),
    relation('ItemLabels', 'Item', 'Label', 'ItemId', 'Cascade'),
    relation('CrateSeats', 'Crate', 'Seat', 'CrateId', 'Restrict'),
  ],
};

/** The service with a stock in it; root is an Administrator, kim, lee and max own what they make. */
export class StockApp {
  #codes = 0;

  private constructor(readonly app: TestApp) {}

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<StockApp> {
    const app = await TestApp.start(settings);
    await loadEnvironment(app, DEFINITIONS);
    return new StockApp(app);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  /** A caller of the API. @param name root, kim, lee or max @param node another node of the service */
  as(name: string, node = this.app): Caller {
    return node.as(name, PLACE);
  }

  /** A code that no crate has. */
  newCode(): string {
    return `C${++this.#codes}`;
  }

  /** All matching records, as root sees them. */
  async rows(entity: string, clause: unknown): Promise<readonly Row[]> {
    return (await this.as('root').select(entity, { WhereClause: clause })).body.Result;
  }

  /** Its schema, for statements past the service. */
  schema(): Promise<string> {
    return this.app.schema(PLACE);
  }
}
