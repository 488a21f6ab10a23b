import type { Entity } from '#core/catalogue/entity.js';
import { labelIn, type Languages } from '#core/catalogue/labels.js';
import { visible } from '#core/nearest.js';
import type { ComponentNames } from '#core/schemas/component-names.js';
import type { DescribedEntity, DescribedRights } from './described-rights.js';
import type { ParameterSchemas } from './described-operations.js';
import type { RecordNames } from './record-schemas.js';
import { enumSchema, schemaRef, type NamedSchema, type Schema } from '#core/schemas/schema.js';

/** Enumerations of what a caller may use: names of entities by use, of lists, and ids of statuses. */
export class RightsEnums {
  readonly readable: string;
  readonly creatable: string;
  readonly updatable: string;
  readonly upsertable: string;
  readonly deletable: string;
  readonly #statuses: readonly NamedSchema[];
  readonly #listName: string;
  readonly #lists: readonly string[];

  constructor(
    private readonly rights: DescribedRights,
    lists: readonly { readonly name: string; readonly entityName?: string }[],
    names: ComponentNames,
    languages: Languages,
  ) {
    this.readable = names.take('ReadableEntity');
    this.creatable = names.take('CreatableEntity');
    this.updatable = names.take('UpdatableEntity');
    this.upsertable = names.take('UpsertableEntity');
    this.deletable = names.take('DeletableEntity');
    this.#listName = names.take('ListName');
    const readable = new Set(this.#named(isReadable).map((name) => name.toLowerCase()));
    this.#lists = lists
      .filter(({ entityName }) => entityName === undefined || readable.has(entityName.toLowerCase()))
      .map(({ name }) => name);
    this.#statuses = rights.entities
      .filter(({ entity, shown }) => entity.lifecycle && shown.length > 0)
      .map(({ entity }) => [names.take(`${entity.name}Status`), statusSchema(entity, languages)] as const);
  }

  /** Components of the enumerations that have a member. */
  *schemas(): Generator<NamedSchema> {
    const enums = [
      [this.readable, this.#named(isReadable), 'Entities whose records you may read.'],
      [this.creatable, this.#named(isCreatable), 'Entities of which you may create records.'],
      [this.updatable, this.#named(isUpdatable), 'Entities whose records you may change.'],
      [this.upsertable, this.#named(isUpsertable), 'Entities of which you may create or change records.'],
      [this.deletable, this.#named(({ mayDelete }) => mayDelete), 'Entities whose records you may delete.'],
      [this.#listName, this.#lists, 'Named lists.'],
    ] as const;
    for (const [name, values, description] of enums)
      if (values.length > 0) yield [name, { ...enumSchema(values), description }];
    yield* this.#statuses;
  }

  /** Schemas of the parameters that take one of the values. */
  parameters(): ParameterSchemas {
    const statuses = this.#statuses.map(([name]) => schemaRef(name));
    return {
      getList: {
        ...(this.#named(isReadable).length > 0 && { entityName: schemaRef(this.readable) }),
        ...(this.#lists.length > 0 && { listName: schemaRef(this.#listName) }),
      },
      ...(statuses.length > 0 && {
        updateStatus: { nextStatusId: statuses.length === 1 ? statuses[0] : { anyOf: statuses } },
      }),
    };
  }

  #named(isMeant: (described: DescribedEntity) => boolean): readonly string[] {
    return this.rights.entities.filter(isMeant).map(({ entity }) => entity.name);
  }
}

const isReadable = ({ shown }: DescribedEntity): boolean => shown.length > 0;
const isCreatable = ({ creatable }: DescribedEntity): boolean => creatable.length > 0;
const isUpdatable = ({ updatable }: DescribedEntity): boolean => updatable.length > 0;
const isUpsertable = (described: DescribedEntity): boolean => isCreatable(described) || isUpdatable(described);

/** Ids of the statuses of the active lifecycle; their names stand at the same places. */
function statusSchema({ name, lifecycle }: Entity, languages: Languages): Schema {
  const statuses = [...lifecycle!.statuses.values()];
  const names = statuses.map((status) => visible(labelIn(status.labels, languages, status.name)));
  return {
    type: 'string',
    enum: statuses.map(({ id }) => id),
    'x-enum-descriptions': names,
    description: `Statuses of ${name}: ${names.join(', ')}.`,
  };
}

/** Inputs of the bodies of an environment. */
interface RequestParts {
  readonly rights: DescribedRights;
  readonly fixed: Readonly<Record<string, Schema>>;
  readonly enums: RightsEnums;
  readonly names: (entityName: string) => RecordNames;
  /** Components of the calls of routines. */
  readonly routineRequests: readonly string[];
  /** True for bodies by entity instead of one body for all. */
  readonly isTyped: boolean;
}

/** Bodies of the fixed routes with the names of this environment, in place of those for any names. */
export function* requestOverrides(parts: RequestParts): Generator<NamedSchema> {
  const { rights, fixed, enums, routineRequests, isTyped } = parts;
  const untyped = isTyped ? [] : UNTYPED;
  for (const [isMeant, use, names] of [...NAMING, ...untyped]) {
    if (!rights.entities.some(isMeant)) continue;
    for (const name of names) yield [name, withEntities(fixed[name], enums[use])];
  }
  if (isTyped) yield* typedRequests(parts);
  if (isTyped && routineRequests.length > 0) yield ['ExecuteRequest', { oneOf: routineRequests.map(schemaRef) }];
  const steps = usableSteps(rights);
  if (steps.length > 0) yield ['BatchRequest', withSteps(fixed.BatchRequest, steps)];
}

type Naming = readonly [
  isMeant: (described: DescribedEntity) => boolean,
  use: 'readable' | 'creatable' | 'updatable' | 'upsertable' | 'deletable',
  requests: readonly string[],
];

/** Requests that name one of the entities of a use. */
const NAMING: readonly Naming[] = [
  [isReadable, 'readable', ['SelectRequest']],
  [isCreatable, 'creatable', ['BulkInsertRequest']],
  [({ mayDelete }) => mayDelete, 'deletable', ['DeleteRequest', 'DeleteStep', 'RecycleBinRequest']],
];

/** Requests that otherwise have a body for each entity. */
const UNTYPED: readonly Naming[] = [
  [isCreatable, 'creatable', ['InsertRequest', 'InsertStep']],
  [isUpdatable, 'updatable', ['UpdateRequest', 'UpdateStep']],
  [isUpsertable, 'upsertable', ['UpsertRequest', 'UpsertStep']],
];

function* typedRequests({ rights, fixed, names }: RequestParts): Generator<NamedSchema> {
  const kinds = [
    ['Insert', isCreatable, 'insertRequest'],
    ['Update', isUpdatable, 'updateRequest'],
    ['Upsert', isUpsertable, 'upsertRequest'],
  ] as const;
  for (const [operation, isMeant, name] of kinds) {
    const meant = rights.entities.filter(isMeant);
    if (meant.length === 0) continue;
    yield [`${operation}Request`, { oneOf: meant.map(({ entity }) => schemaRef(names(entity.name)[name])) }];
    const { Operation, Ref } = fixed[`${operation}Step`].properties as Readonly<Record<string, Schema>>;
    const beside = { type: 'object', required: ['Operation'], properties: { Operation, Ref } };
    yield [`${operation}Step`, { allOf: [schemaRef(`${operation}Request`), beside] }];
  }
}

function usableSteps({ entities }: DescribedRights): readonly string[] {
  return [
    ...(entities.some(isCreatable) ? ['InsertStep'] : []),
    ...(entities.some(isUpdatable) ? ['UpdateStep'] : []),
    ...(entities.some(({ mayDelete }) => mayDelete) ? ['DeleteStep'] : []),
    ...(entities.some(isUpsertable) ? ['UpsertStep'] : []),
  ];
}

const withProperty = (schema: Schema, name: string, property: Schema): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), [name]: property },
});

const withEntities = (schema: Schema, entities: string): Schema =>
  withProperty(schema, 'EntityName', schemaRef(entities));

function withSteps(schema: Schema, steps: readonly string[]): Schema {
  const { Steps } = schema.properties as Readonly<Record<string, Schema>>;
  return withProperty(schema, 'Steps', { ...Steps, items: { oneOf: steps.map(schemaRef) } });
}
