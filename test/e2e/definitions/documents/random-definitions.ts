import * as fc from 'fast-check';
import { byId, type Answer, type Caller, type Row } from '../../../support/test-app.js';
import { type Choices, FIELDS, functionOf, membersOf, NAMES, NEEDED } from './definition-members.js';

/** Kinds of definitions beside entities, what they refer to before what refers to it. */
export const KINDS = [
  'Team',
  'Role',
  'Permission',
  'RolePermission',
  'RoleAccess',
  'Field',
  'Relation',
  'Rule',
  'Hook',
  'Index',
  'Lifecycle',
  'ApprovalProcess',
  'Workflow',
  'Trigger',
  'SavedQuery',
  'SavedView',
  'List',
  'DatabaseObject',
] as const;

/** Lookups to the definition that one is a part of. */
const PARENTS: Readonly<Record<string, string>> = {
  SavedView: 'SavedQuery',
  RoleAccess: 'Role',
  RolePermission: 'Role',
};
const OF_ENTITY: ReadonlySet<string> = new Set(['Rule', 'Hook', 'Index']);
const NAMING_ENTITY: ReadonlySet<string> = new Set(['RoleAccess', 'ApprovalProcess', 'Trigger', 'SavedQuery']);

interface MadeEntity {
  readonly Id: string;
  readonly EntityName: string;
}

const someOf = (choices: Choices, requiredKeys: string[] = []): fc.Arbitrary<Row> =>
  fc.record(Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, fc.constantFrom(...values)])), {
    requiredKeys,
  });
const allOf = (choices: Choices): fc.Arbitrary<Row> => someOf(choices, Object.keys(choices));

/** Makes, changes, deletes and restores definitions at random, as a designer may do by the records API. */
export class RandomDefinitions {
  readonly #ids = new Map<string, string[]>();
  readonly #entities: MadeEntity[] = [];
  /** Actions so far, for the report of a failure. */
  readonly done: unknown[] = [];
  #n = 0;

  constructor(
    private readonly ada: Caller,
    private readonly seed: number,
  ) {}

  ids(kind: string): readonly string[] {
    return this.#ids.get(kind) ?? [];
  }

  /** Makes an entity whose lookup leads to another one. */
  async entity(): Promise<void> {
    const EntityName = `Thing${this.#n}`;
    const Id = this.#newId();
    const fields = [
      { FieldName: 'F0', FieldType: 'Text', ...this.#one(someOf({ Sequence: [null, 1, 2, 7] })) },
      { FieldName: 'F1', FieldType: 'Int' },
      { FieldName: 'L0', FieldType: 'Lookup', TargetId: this.#entities.at(-1)?.Id ?? Id },
    ];
    const more = this.#one(someOf(membersOf(this).Entity));
    await this.#insert('Entity', { Id, EntityName, ...more, Field: fields });
    this.#entities.push({ Id, EntityName });
  }

  /** Tries definitions of a kind until one is accepted. */
  async make(kind: string): Promise<void> {
    for (let tries = 0; tries < 9; tries++) if (await this.#insert(kind, this.#definition(kind))) return;
    throw new Error(`No ${kind} was accepted: ${JSON.stringify(this.done.at(-1))}`);
  }

  /** Gives members of a definition other values, or deletes and restores it. */
  async change(kind: string): Promise<void> {
    const id = this.#one(fc.constantFrom(...this.ids(kind)));
    const changed = this.#one(someOf(membersOf(this)[kind] ?? {}));
    if (Object.keys(changed).length > 0)
      this.#note('update', kind, { id, changed }, await this.ada.update(kind, changed, byId(id)));
    // What refers to definitions of the kind needs one that stays.
    if (this.ids(kind).length < 2 || !this.#note('delete', kind, id, await this.ada.delete(kind, byId(id)))) return;
    const restored = await this.ada.restore(kind, byId(id));
    if (this.#note('restore', kind, id, restored) && restored.body.RecordAffected === 1) return;
    this.#ids.set(
      kind,
      this.ids(kind).filter((each) => each !== id),
    );
  }

  #definition(kind: string): Row {
    const entity = this.#one(fc.constantFrom(...this.#entities));
    const more = { ...this.#one(someOf(membersOf(this)[kind] ?? {})), ...this.#one(allOf(NEEDED[kind] ?? {})) };
    const own = this.#own(kind, entity);
    const name = this.#one(fc.constantFrom(entity.EntityName, entity.EntityName.toLowerCase()));
    const parent = PARENTS[kind];
    return {
      ...own,
      ...(parent && { [`${parent}Id`]: this.#one(fc.constantFrom(...this.ids(parent))) }),
      ...(OF_ENTITY.has(kind) && { EntityId: entity.Id }),
      ...(NAMING_ENTITY.has(kind) && { EntityName: name }),
      ...(kind === 'List' && this.#n % 2 ? { Values: [{ Value: 1, Text: 'x' }] } : more),
      ...(kind === 'List' && this.#n % 2 === 0 && { EntityName: name }),
    };
  }

  #own(kind: string, { Id, EntityName }: MadeEntity): Row {
    const Name = this.#one(fc.constantFrom(...NAMES));
    const n = this.#n;
    if (kind === 'DatabaseObject') return functionOf(`Fn${n}`);
    if (kind === 'RoleAccess') return {};
    if (kind === 'RolePermission') return { PermissionId: this.#one(fc.constantFrom(...this.ids('Permission'))) };
    if (kind === 'Field') return { EntityId: Id, ...this.#field(`G${n}`, Id) };
    if (kind === 'Lifecycle') return this.#lifecycle(Name, EntityName);
    if (kind === 'Relation') return this.#relation(`Children${n}`);
    return { Name };
  }

  #field(FieldName: string, TargetId: string): Row {
    const FieldType = this.#one(fc.constantFrom(...Object.keys(FIELDS)));
    const choices = FIELDS[FieldType];
    const needed = Object.keys(choices).filter((name) =>
      ['Values', 'Pattern', 'ResultType', 'Expression'].includes(name),
    );
    return { FieldName, FieldType, ...(FieldType === 'Lookup' && { TargetId }), ...this.#one(someOf(choices, needed)) };
  }

  /** A relation of a lookup that has none yet. */
  #relation(Name: string): Row {
    const i = Math.min(this.ids('Relation').length, this.#entities.length - 1);
    return { Name, ParentEntityId: this.#entities[Math.max(i - 1, 0)].Id, ChildEntityId: this.#entities[i].Id };
  }

  /** A lifecycle with three statuses; two transitions have one name and the same ends. */
  #lifecycle(Name: string, EntityName: string): Row {
    const [first, second, third] = [this.#newId(), this.#newId(), this.#newId()];
    const part = (kind: string, own: Row): Row => ({ ...own, ...this.#one(someOf(membersOf(this)[kind])) });
    const twin = { Name, ToStatusId: second, ...this.#one(someOf({ FromStatusId: [null, first] })) };
    return {
      Name,
      EntityName,
      IsActive: false,
      Statuses: [
        part('Status', { Id: third, Name: 'a ' }),
        part('Status', { Id: first, Name: 'a', IsInitial: true }),
        part('Status', { Id: second, Name: 'İ' }),
      ],
      Transitions: [
        part('Transition', twin),
        part('Transition', twin),
        part('Transition', { Name: 'On', FromStatusId: second, ToStatusId: third }),
      ],
    };
  }

  async #insert(kind: string, fields: Row): Promise<boolean> {
    const answer = await this.ada.insert(kind, fields);
    const isMade = this.#note('insert', kind, fields, answer);
    if (isMade) this.#ids.set(kind, [...this.ids(kind), answer.body.Result.Id as string]);
    return isMade;
  }

  #note(action: string, kind: string, what: unknown, { status, body }: Answer): boolean {
    this.done.push([action, kind, what, status, ...body.Errors]);
    return status === 200;
  }

  #newId(): string {
    return `de000000-0000-4000-8000-${String(++this.#n).padStart(12, '0')}`;
  }

  #one<T>(values: fc.Arbitrary<T>): T {
    return fc.sample(values, { seed: this.seed + ++this.#n, numRuns: 1 })[0];
  }
}
