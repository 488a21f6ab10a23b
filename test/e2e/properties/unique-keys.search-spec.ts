import * as fc from 'fast-check';
import { step } from '../records/batch/steps.js';
import { cases, SEED } from '../../support/seed.js';
import { StockApp } from '../../support/stock-fixture.js';
import { type Answer, byId, type Caller, type Row, where } from '../../support/test-app.js';
import {
  clashing,
  entities,
  type KeyEntity,
  type Part,
  type RandomWrite,
  type Records,
  writesOf,
} from './unique-model.js';

/** A part of a write with the Ids of its records; a new record has the Id of its place. */
type Placed = Part & { readonly ids: readonly string[] };

/** Result that a write is to have. */
interface Expected {
  readonly parts: readonly Placed[];
  readonly records: Records;
}

/** Chooses the records of a write. Parts on records that an earlier part deletes are left out; children change once. */
function expectedOf({ by, parts }: RandomWrite, before: Records): Expected {
  const [ids, records, gone] = [[...before.keys()], new Map(before), new Set<string>()];
  const changed = new Set<string>();
  const placed: Placed[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'create') {
      records.set(`new ${i}`, part.values);
      placed.push({ ...part, ids: [`new ${i}`] });
      continue;
    }
    const numbers = part.kind === 'delete' ? [part.record] : by === 'batch' ? part.records : part.records.slice(0, 1);
    const own = [...new Set(numbers.map((n) => ids[n % ids.length]))];
    if (ids.length === 0 || own.some((id) => gone.has(id) || (by === 'children' && changed.has(id)))) continue;
    for (const id of own) {
      changed.add(id);
      if (part.kind === 'update') records.set(id, { ...records.get(id)!, ...part.values });
      else if (records.delete(id)) gone.add(id);
    }
    placed.push({ ...part, ids: own });
  }
  return { parts: placed, records };
}

// See docs/interface/records.md#unique-rules
describe('unique rules over random fields', () => {
  let stock: StockApp;
  let root: Caller;
  let crates: Readonly<Record<string, string>>;
  beforeAll(async () => {
    stock = await StockApp.open();
    root = stock.as('root');
    const crate = (): Promise<string> => root.inserted('Crate', { Code: stock.newCode() });
    crates = { first: await crate(), second: await crate(), third: await crate() };
  });
  afterAll(() => stock.close());

  const named = (values: Row): Row =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, crates[String(value)] ?? value]));

  async function defined(EntityName: string, entity: KeyEntity): Promise<void> {
    const target = { Match: { FieldName: 'EntityName', Value: 'Crate' } };
    const Field = entity.fields.map(({ definition }): Row => ({
      ...definition,
      ...(definition.FieldType === 'Lookup' && { TargetId: target }),
    }));
    const holder = { FieldName: 'HolderId', FieldType: 'Lookup', TargetId: target };
    const rest = { AllowSoftDelete: entity.keepsDeleted, UniqueKeys: entity.keys };
    const ChildEntityId = await root.inserted('Entity', { EntityName, ...rest, Field: [...Field, holder] });
    const ends = { ParentEntityId: target, ChildEntityId, ChildField: 'HolderId' };
    await root.inserted('Relation', { Name: `${EntityName}s`, ...ends });
  }

  const rowsOf = async (entity: string): Promise<readonly Row[]> => (await root.select(entity)).body.Result;

  function stepOf(entity: string, part: Placed): object {
    const WhereClause = { Filters: [{ FieldName: 'Id', Operator: 'IN', Value: part.ids }] };
    if (part.kind === 'create') return step('Insert', entity, { ...named(part.values), HolderId: crates.first });
    if (part.kind === 'delete') return step('Delete', entity, undefined, { WhereClause });
    return step('Update', entity, named(part.values), { WhereClause });
  }

  const ofKind = (parts: readonly Placed[], kind: Part['kind']): readonly Placed[] =>
    parts.filter((part) => part.kind === kind);

  function childrenOf(parts: readonly Placed[]): Row {
    return {
      Create: ofKind(parts, 'create').map((part) => named('values' in part ? part.values : {})),
      Update: ofKind(parts, 'update').map((part) => ({
        Id: part.ids[0],
        ...named('values' in part ? part.values : {}),
      })),
      Delete: ofKind(parts, 'delete').map(({ ids }) => ids[0]),
    };
  }

  const send = (entity: string, { by }: RandomWrite, parts: readonly Placed[]): Promise<Answer> =>
    by === 'batch'
      ? root.send('POST', '/records/batch', { Mode: 'Atomic', Steps: parts.map((part) => stepOf(entity, part)) })
      : root.update('Crate', { [`${entity}s`]: childrenOf(parts) }, byId(crates.first));

  /** Ids of the part that a path names. */
  function blamed({ by }: RandomWrite, parts: readonly Placed[], path: string): readonly string[] {
    if (by === 'batch') return parts[Number(/^Steps\[(\d+)\]/.exec(path)?.[1])]?.ids ?? [];
    const [, kind, i] = /^Fields\[0\]\.Value\.(Create|Update)\[(\d+)\]/.exec(path) ?? [];
    return kind === undefined ? [] : (ofKind(parts, kind.toLowerCase() as Part['kind'])[Number(i)]?.ids ?? []);
  }

  /** Executes a write and compares what it comes to with the model. @returns true if it was accepted */
  async function judged(name: string, entity: KeyEntity, write: RandomWrite): Promise<boolean> {
    const before = await rowsOf(name);
    const valuesOf = (row: Row): Row => Object.fromEntries(entity.fields.map((field) => [field.name, row[field.name]]));
    const { parts, records } = expectedOf(write, new Map(before.map((row) => [row.Id as string, valuesOf(row)])));
    if (parts.length === 0) return true;
    const asStored = new Map([...records].map(([id, row]) => [id, named(row)]));
    const clashes = clashing(entity, asStored);
    const { status, body } = await send(name, write, parts);
    const after = await rowsOf(name);
    const report = { seed: SEED, entity, before: before.map((row) => [row.Id, valuesOf(row)]), by: write.by, parts };
    const told = (answer: unknown): string => JSON.stringify({ answer, ...report });
    const texts = (rows: Iterable<Row>): readonly string[] => [...rows].map((row) => JSON.stringify(row)).toSorted();
    if (clashes.size === 0) {
      if (status !== 200) throw new Error(told(body));
      expect(texts(after.map(valuesOf))).toEqual(texts(asStored.values()));
      return true;
    }
    const { Code, Path } = (body.ErrorDetails[0] ?? {}) as { readonly Code?: string; readonly Path?: string };
    const isBlamed = blamed(write, parts, Path ?? '').some((id) => clashes.has(id));
    if (status !== 409 || Code !== 'Conflict' || !isBlamed) throw new Error(told(body));
    expect(after).toEqual(before);
    return false;
  }

  it(
    'accept a write exactly if they hold when it is done',
    async () => {
      let [count, accepted, refused] = [0, 0, 0];
      const runs = entities.chain((entity) => fc.tuple(fc.constant(entity), writesOf(entity)));
      const property = fc.asyncProperty(runs, async ([entity, writes]) => {
        const name = `Keyed${count++}`;
        await defined(name, entity);
        for (const write of writes) {
          if (await judged(name, entity, write)) accepted++;
          else refused++;
        }
        await root.delete(name, where('Id', 'IsNotNULL'));
      });
      await fc.assert(property, { seed: SEED, numRuns: cases(8), endOnFailure: true });
      expect(Math.min(accepted, refused)).toBeGreaterThan(cases(10));
    },
    300_000 * cases(1),
  );
});
