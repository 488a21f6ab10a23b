import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { ExistingSchema } from '#definitions/core/schema/existing-schema.js';
import type { SchemaChange } from './changed-fields.js';

/** Kinds of definitions of which a new or changed one leaves the tables of all other entities as they are. */
const OF_ONE_ENTITY: ReadonlySet<string> = new Set(['Entity', 'Field', 'Rule', 'Hook', 'Index', 'Relation']);

/** Members by which tables and columns are named. */
const NAMES = ['EntityName', 'FieldName'] as const;

/** Tables that a change of definitions may concern. */
export interface ConcernedTables {
  readonly entities: readonly Entity[];
  /** Absent: all tables of the schema, those of deleted entities included. */
  readonly names?: ReadonlySet<string>;
}

const leavesOthers = ({ entityName, operation, old }: SchemaChange): boolean =>
  OF_ONE_ENTITY.has(entityName) &&
  (operation === 'Create' || operation === 'Update') &&
  NAMES.every((member) => !(member in old.json));

/** Compares all but the shape of records in the change log, which is added to a copy of the entity. */
const isSame = (before: Entity | undefined, now: Entity): boolean =>
  before !== undefined &&
  (Object.keys(now) as (keyof Entity)[]).every((member) => member === 'shape' || before[member] === now[member]);

/**
 * Finds the tables that a change may concern: of entities that have other members than before, since what an entity has read
 * of others gives it other members, too. All tables where definitions are deleted, restored or renamed.
 */
export function concernedTables(before: Catalogue, next: Catalogue, changes: readonly SchemaChange[]): ConcernedTables {
  const entities = [...next.entities.values()];
  if (!changes.every(leavesOthers)) return { entities };
  const concerned = entities.filter((entity) => !isSame(before.find(entity.name), entity));
  return { entities: concerned, names: new Set(concerned.map(({ name }) => name)) };
}

/** Names of the tables that exist already: those that were read, and those that the change does not concern. */
export const standingTables = (
  { names }: ConcernedTables,
  { tables }: Pick<ExistingSchema, 'tables'>,
): Pick<ReadonlySet<string>, 'has'> => ({
  has: (name) => tables.has(name) || (names !== undefined && !names.has(name)),
});
