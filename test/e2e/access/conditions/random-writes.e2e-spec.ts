import {
  AREAS,
  type Given,
  inScope,
  isShared,
  type Item,
  oneOf,
  PLACE,
  random,
  randomGiven,
  randomItem,
  ROLES,
  rolesOf,
  type Scope,
  SEED,
  type Share,
  type User,
  USERS,
  widest,
} from '../../../support/random-rows.js';
import { give, randomShares, startRows, storedItems } from '../../../support/rows-app.js';
import { type Answer, byId, type Caller, type Row, type TestApp, where } from '../../../support/test-app.js';

/** Compares what a caller may write with a model; what is refused leaves nothing behind. */
type Operation = 'Create' | 'Read' | 'Update' | 'Delete';
const OPERATIONS: readonly Operation[] = ['Create', 'Read', 'Update', 'Delete'];
type Rights = Readonly<Record<Operation, Given>>;

const FIRST = Array.from({ length: 24 }, (_, i) => randomItem(200 + i));
let next = 300;

let app: TestApp;
let root: Caller;
beforeAll(async () => {
  [app, root] = await startRows(FIRST, 'All');
});
afterAll(() => app?.stop());

/** Rights of a user by the model. */
class Model {
  constructor(
    readonly user: User,
    private readonly rights: readonly Rights[],
    private readonly shares: readonly Share[],
  ) {}

  /** One of the items, a shared one more often than others. */
  someItem(items: Items): Item {
    const shared = this.shares.flatMap(({ item, reaches }) => (reaches(this.user) ? (items.get(item.Id) ?? []) : []));
    return oneOf(random(2) === 0 && shared.length > 0 ? shared : [...items.values()]);
  }

  scope(operation: Operation): Scope {
    return widest(this.rights.map(({ [operation]: { scope } }) => scope));
  }

  covers(operation: Operation, item: Item): boolean {
    if (this.rights.some(({ [operation]: given }) => given.covers(item, this.user))) return true;
    const right = operation === 'Read' || operation === 'Update' ? operation : undefined;
    return right !== undefined && this.scope(operation) !== 'None' && isShared(this.shares, item, this.user, right);
  }

  /** Why an item is refused; undefined where it is not. */
  refusal(operation: Operation, item: Item): string | undefined {
    if (this.covers(operation, item)) return undefined;
    const isCondition = inScope(this.scope(operation), item, this.user);
    // Of a hidden record it is not said whom it belongs to.
    const mayTell = operation !== 'Read' || this.scope('Read') === 'All';
    return `403 OutOfScope ${isCondition && mayTell ? 'Condition' : 'Scope'}`;
  }

  none(operation: Operation): string | undefined {
    return this.scope(operation) === 'None' ? '403 ScopeNone Scope' : undefined;
  }

  /** Why an item may not become what it would be. */
  change(item: Item, changed: Item): string | undefined {
    const before = this.refusal('Read', item) ?? this.refusal('Update', item);
    if (before !== undefined) return before;
    const givesAway = changed.OwnerId !== item.OwnerId && !inScope(this.scope('Update'), changed, this.user);
    return givesAway ? '403 OutOfScope Scope' : this.refusal('Update', changed);
  }
}

function answered({ status, body }: Answer): string {
  const [fault] = (body.ErrorDetails ?? []) as { readonly Code: string; readonly Params?: Row }[];
  return fault ? `${status} ${fault.Code} ${fault.Params?.Kind as string}` : String(status);
}

const randomValues = (): Partial<Item> =>
  oneOf<() => Partial<Item>>([
    () => ({ Size: random(5) }),
    () => ({ AreaId: random(3) === 0 ? null : oneOf(AREAS).Id }),
    () => ({ OwnerId: oneOf(USERS).id }),
    () => ({ Size: random(5), OwnerId: oneOf(USERS).id }),
  ])();

/** A random write: what it was answered, what the model says, and the items that it leaves. */
interface Outcome {
  readonly what: unknown;
  readonly got: unknown;
  readonly expected: string | readonly unknown[];
}
type Items = Map<string, Item>;
type Write = (caller: Caller, model: Model, items: Items) => Promise<Outcome>;

const WRITES: Readonly<Record<string, Write>> = {
  insert: async (caller, model, items) => {
    const item = randomItem(++next);
    const refused = model.none('Create') ?? model.refusal('Create', item);
    const answer = await caller.insert('Item', { ...item });
    const shown = answer.body.Result?.Code;
    if (refused === undefined) items.set(item.Id, item);
    const expected = refused ?? '200';
    const seen = refused === undefined && model.covers('Read', item) ? item.Code : undefined;
    return { what: item, got: [answered(answer), shown], expected: [expected, seen] };
  },
  bulk: async (caller, model, items) => {
    const rows = Array.from({ length: 3 }, () => randomItem(++next));
    const Values = rows.map((row) => Object.values(row));
    const body = { EntityName: 'Item', Fields: Object.keys(rows[0]), Values, Options: { OnError: 'SkipRow' } };
    const answer = await caller.send('POST', '/records/bulk-insert', body);
    const may = model.none('Create') ? [] : rows.filter((row) => model.covers('Create', row));
    for (const item of may) items.set(item.Id, item);
    const expected = [model.none('Create') ?? '200', model.none('Create') ? undefined : may.length];
    return { what: rows, got: [answered(answer), answer.body.Result?.Inserted], expected };
  },
  update: async (caller, model, items) => {
    const [item, values] = [model.someItem(items), randomValues()];
    const changed = { ...item, ...values };
    const refused = model.none('Update') ?? model.change(item, changed);
    const answer = await caller.update('Item', values, byId(item.Id), undefined, { Prefer: 'return=representation' });
    if (refused === undefined) items.set(item.Id, changed);
    const seen = refused === undefined && model.covers('Read', changed) ? item.Code : undefined;
    const expected = [refused ?? '200', seen];
    return { what: [item, values], got: [answered(answer), answer.body.Result?.[0]?.Code], expected };
  },
  'update by a value': async (caller, model, items) => {
    const [size, values] = [random(5), randomValues()];
    const matched = [...items.values()].filter((item) => item.Size === size && model.covers('Read', item));
    const isRefused = matched.some((item) => model.change(item, { ...item, ...values }) !== undefined);
    const answer = await caller.update('Item', values, where('Size', 'EqualTo', size));
    const none = model.none('Update');
    if (!isRefused && !none) for (const item of matched) items.set(item.Id, { ...item, ...values });
    const got = [answered(answer).slice(0, 14), answer.body.RecordAffected];
    const refused = none?.slice(0, 14) ?? (isRefused ? '403 OutOfScope' : undefined);
    return { what: [size, values, matched], got, expected: [refused ?? '200', refused ? 0 : matched.length] };
  },
  upsert: async (caller, model, items) => {
    const [item, Size] = [oneOf([...items.values()]), random(5)];
    const known = random(2) === 0;
    const target = known ? { ...item, Size } : { ...randomItem(++next), Size, OwnerId: model.user.id };
    const { Id: _, OwnerId: __, ...fields } = { ...target, ...(!known && { AreaId: null }) };
    const none = model.none(known ? 'Update' : 'Create');
    const stored = { ...target, ...fields };
    const refused = none ?? (known ? model.change(item, stored) : model.refusal('Create', stored));
    const answer = await caller.upsert('Item', ['Code'], fields);
    const made = answer.body.Result as { readonly Id?: string } | undefined;
    if (refused === undefined) items.set(known ? item.Id : made!.Id!, { ...stored, Id: known ? item.Id : made!.Id! });
    return { what: [known, stored], got: answered(answer), expected: refused ?? '200' };
  },
  delete: async (caller, model, items) => {
    const item = oneOf([...items.values()]);
    const refused = model.none('Delete') ?? model.refusal('Read', item) ?? model.refusal('Delete', item);
    const answer = await caller.delete('Item', byId(item.Id));
    if (refused === undefined) items.delete(item.Id);
    return { what: item, got: answered(answer), expected: refused ?? '200' };
  },
  'delete by a value, in a batch': async (caller, model, items) => {
    const size = random(5);
    const matched = [...items.values()].filter((item) => item.Size === size && model.covers('Read', item));
    const isRefused = model.none('Delete') !== undefined || matched.some((item) => !model.covers('Delete', item));
    const step = { Operation: 'Delete', EntityName: 'Item', WhereClause: where('Size', 'EqualTo', size) };
    const answer = await caller.batch([step]);
    if (!isRefused) for (const { Id } of matched) items.delete(Id);
    return { what: [size, matched], got: String(answer.status), expected: isRefused ? '403' : '200' };
  },
};

it(`writes what the model says, with the seed ${SEED}`, async () => {
  const items: Items = new Map(FIRST.map((item) => [item.Id, item]));
  const seen = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const rights = ROLES.map((): Rights => {
      const [Create, Read, Update, Delete] = OPERATIONS.map(randomGiven);
      return { Create, Read, Update, Delete };
    });
    for (const [i, given] of rights.entries()) {
      const members = OPERATIONS.flatMap((operation) => [
        [operation, given[operation].scope],
        [`${operation}Where`, given[operation].clause ?? null],
      ]);
      await give(root, i, Object.fromEntries(members));
    }
    const shares = await randomShares(root, [...items.values()]);
    for (const user of USERS) {
      const model = new Model(
        user,
        rolesOf(user).map((role) => rights[role]),
        shares,
      );
      if (model.scope('Read') === 'None') continue;
      const caller = app.as(user.name, PLACE);
      for (const [name, write] of Object.entries(WRITES)) {
        const { what, got, expected } = await write(caller, model, items);
        expect([round, user.name, name, what, got]).toEqual([round, user.name, name, what, expected]);
        seen.add(`${name} ${String([expected].flat()[0])}`);
      }
    }
    expect(await storedItems(root)).toEqual(items);
    while (items.size < 24) {
      const item = randomItem(++next);
      await root.inserted('Item', { ...item });
      items.set(item.Id, item);
    }
  }
  expect(seen.size).toBeGreaterThan(14);
});
