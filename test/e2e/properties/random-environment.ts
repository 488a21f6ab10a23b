import * as fc from 'fast-check';
import { type Caller, type Place, TestApp } from '../../support/test-app.js';
import { loadEnvironment } from '../../support/load-environment.js';
import { DATA_ENTITIES, DEFINITIONS, FIELDS, type DataEntity } from './random-entities.js';
import { organisation, primaryTeamId, type Organisation, type Owned, type User } from './organisation.js';
import type { Plain } from './value-model.js';
import { valueOf, type KnownIds } from './values.js';

/** A record as the model holds it. */
export type Row = Readonly<Record<string, Plain>> & { readonly Id: string };
export type OwnedRow = Row & Owned;

/** A random environment, known to the service and to the model alike. */
export interface RandomEnvironment {
  readonly place: Place;
  readonly organisation: Organisation;
  readonly ids: KnownIds;
  readonly rows: Readonly<Record<string, readonly Row[]>>;
}

const COUNTS: Readonly<Record<DataEntity, number>> = { Sample: 90, Bin: 14, Coin: 24 };
/** Made by the service, so read from it. */
const GENERATED = 'Number';
/** Not among the `Fields` of a row. */
const STAMPED = ['Id', 'OwnerId', 'OwnerTeamId'];

const rowOf = (entity: DataEntity, Id: string, org: Organisation, ids: KnownIds): fc.Arbitrary<OwnedRow> => {
  const own = FIELDS[entity].filter(({ name }) => ![...STAMPED, GENERATED].includes(name));
  const values = own.map((field) => {
    if (entity === 'Coin') return [field.name, fc.constant(`${field.name} of ${Id}`)] as const;
    return [field.name, fc.option(valueOf(field, ids), { freq: 5 })] as const;
  });
  return fc.tuple(fc.record(Object.fromEntries(values)), fc.constantFrom(...org.Users)).map(([row, owner]) => ({
    ...(row as Readonly<Record<string, Plain>>),
    Id,
    OwnerId: owner.Id,
    OwnerTeamId: primaryTeamId(org, owner),
  }));
};

const contents = fc
  .tuple(organisation, ...DATA_ENTITIES.map((name) => fc.tuple(...Array(COUNTS[name]).fill(fc.uuid({ version: 4 })))))
  .chain(([org, ...drawn]) => {
    const idsOf = DATA_ENTITIES.map((name, i) => [name, drawn[i] as readonly string[]] as const);
    const people = [['User', org.Users.map(({ Id }) => Id)] as const, ['Team', org.Teams.map(({ Id }) => Id)] as const];
    const ids = Object.fromEntries([...idsOf, ...people]);
    const rows = DATA_ENTITIES.map((name) => fc.tuple(...ids[name].map((id) => rowOf(name, id, org, ids))));
    return fc.tuple(fc.constant(org), fc.constant(ids), fc.tuple(...rows));
  });

const TENANT = '7e000000-0000-4000-8000-000000000001';
const APP = '7e000000-0000-4000-8000-000000000002';

/** Input of the loader: the environment with its definitions, people and rows. */
function definitionFile(env: RandomEnvironment, environmentId: string): object {
  const { place, organisation: org, rows } = env;
  const environment = { Id: environmentId, Name: place.EnvironmentId, Data: 'Rows', Users: '*' };
  const rowsOf = (name: DataEntity): readonly object[] =>
    (rows[name] as readonly OwnedRow[]).map((row) => ({
      Key: row.Id,
      Id: row.Id,
      Owner: org.Users.find(({ Id }) => Id === row.OwnerId)?.UserName,
      Fields: Object.fromEntries(Object.entries(row).filter(([field]) => !STAMPED.includes(field))),
    }));
  return {
    Tenants: [
      { Id: TENANT, Name: place.TenantId, Apps: [{ Id: APP, Name: place.AppId, Environments: [environment] }] },
    ],
    ...org,
    Users: org.Users.map((user) => ({ ...user, Tenant: place.TenantId })),
    ...DEFINITIONS,
    Rows: Object.fromEntries((['Bin', 'Sample', 'Coin'] as const).map((name) => [name, rowsOf(name)])),
  };
}

/** The rows with what the service gave them at insert. */
async function withGenerated(as: RunningEnvironment['as'], env: RandomEnvironment): Promise<RandomEnvironment> {
  const { body } = await as(env.organisation.Users[0]).select('Sample', { SelectedFields: ['Id', GENERATED] });
  const numbers = new Map((body.Result as readonly Row[]).map((row) => [row.Id, row[GENERATED]]));
  const samples = env.rows.Sample.map((row) => ({ ...row, [GENERATED]: numbers.get(row.Id)! }));
  return { ...env, rows: { ...env.rows, Sample: samples } };
}

/** A random environment with the service that runs it. */
export interface RunningEnvironment extends RandomEnvironment {
  readonly app: TestApp;
  readonly as: (user: User) => Caller;
}

/** Makes the environment of a seed in a service of its own. */
export async function startRandomEnvironment(seed: number): Promise<RunningEnvironment> {
  const app = await TestApp.start();
  const env = randomEnvironment(seed);
  const [environmentId] = fc.sample(fc.uuid({ version: 4 }), { seed, numRuns: 1 });
  await loadEnvironment(app, definitionFile(env, environmentId));
  const as = ({ UserName }: User): Caller => app.as(UserName, env.place);
  return { ...(await withGenerated(as, env)), app, as };
}

function randomEnvironment(seed: number): RandomEnvironment {
  const [[org, ids, rows]] = fc.sample(contents, { seed, numRuns: 1 });
  const place = { TenantId: 'Lab', AppId: 'Sampler', EnvironmentId: `Bench${seed}` };
  const data = Object.fromEntries(DATA_ENTITIES.map((name, i) => [name, rows[i] as readonly OwnedRow[]]));
  const people = { User: org.Users as unknown as readonly Row[], Team: org.Teams as unknown as readonly Row[] };
  return { place, organisation: org, ids, rows: { ...data, ...people } };
}
