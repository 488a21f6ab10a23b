import type { Entity } from '#core/catalogue/entity.js';
import { plainField } from '#core/tokens/token-types.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import { accessKey, type Reader } from '#core/relations/relation.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { LookedUp } from './token-values.js';

/** Fields of looked-up records as one row: its lookups are values, and dotted paths lead from them. */
export interface LookedUpPlan {
  readonly key: string;
  readonly args: Args;
  readonly reader: Reader;
  /** Pseudo-entity of the row; its fields are the lookups. */
  readonly entity: Entity;
  /** Values of the lookups, in the order of the entity's fields. */
  readonly row: readonly Slot[];
  /** Fields that are read, in the order of the row's members. */
  readonly paths: readonly FieldPath[];
  /** Name of the row's member by the key of a looked-up value. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Plans the reading of looked-up values with the rights of the call: a record that the caller may not read acts as null.
 * @returns undefined where nothing can be read, because no value is the id of a record
 * @throws {DomainError} UnknownField; PermissionRequired, of protected fields
 */
export function planLookedUp(ctx: RequestContext, values: readonly LookedUp[]): LookedUpPlan | undefined {
  const readable = values.filter(({ id }) => isUuid(id));
  if (readable.length === 0) return undefined;
  const [args, lookups] = [new Args(ctx), new Map<string, Lookup>()];
  for (const { entityName, id } of readable) {
    const key = recordKey(entityName, id);
    if (lookups.has(key)) continue;
    const field = { ...plainField('Lookup', entityName), name: `r${lookups.size + 1}` };
    lookups.set(key, { field, slot: args.add(id.toLowerCase(), 'uuid') });
  }
  const rows = [...lookups.values()];
  const entity: Entity = {
    ...ctx.catalogue.entity('WorkflowRun'),
    name: 'The looked-up record',
    fields: new Map(rows.map(({ field }) => [field.name, field])),
    children: new Map(),
    publicFields: new Set(),
  };
  const named = readable.map((value) => {
    const { field } = lookups.get(recordKey(value.entityName, value.id))!;
    return [value.key, pathTo(ctx, entity, `${field.name}.${value.field}`)] as const;
  });
  const paths = new Map(named.map(([, path]) => [path.name, path]));
  const reader: Reader = { ctx, rights: 'caller' };
  const columns = rows.map(({ field, slot }) => `${field.target}$${slot.index}`);
  return {
    key: `lookedUp:${columns.join()}:${[...paths.keys()].join()} ${accessKey(reader)}`,
    args,
    reader,
    entity,
    row: rows.map(({ slot }) => slot),
    paths: [...paths.values()],
    names: new Map(named.map(([key, { name }]) => [key, name])),
  };
}

interface Lookup {
  readonly field: ReturnType<typeof plainField>;
  readonly slot: Slot;
}

const recordKey = (entityName: string, id: string): string => `${entityName} ${id.toLowerCase()}`;

function pathTo(ctx: RequestContext, entity: Entity, name: string): FieldPath {
  const found = resolveField(ctx.catalogue, entity, name);
  if (!(found instanceof FieldPath)) throw new DomainError(found);
  const closed = useFault(ctx, found, name, 'used');
  if (closed) throw new DomainError(closed);
  return found;
}
