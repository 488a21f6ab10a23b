import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { writeFault } from '#records/core/drafts/field-right.js';
import { insertRefusal } from '#records/core/drafts/system-field.js';
import type { Faults } from '#core/errors.js';
import { didYouMean, shortened, type Suggestions } from '#core/nearest.js';

/** Fields of every row of a bulk insert, in the order of its cells; faults go to `faults`. */
export function readColumns(
  ctx: RequestContext,
  entity: Entity,
  names: readonly string[],
  faults: Faults,
): readonly Field[] {
  const columns = new Set<Field>();
  names.forEach((name, i) => {
    const field = entity.fields.get(name.toLowerCase());
    const where = { fieldName: field?.name ?? shortened(name), path: `Fields[${i}]` };
    const problem = field ? problemOf(field, columns) : strangeName(entity, name);
    const fault = field && writeFault(ctx, field, where.path);
    if (fault) faults.push(fault);
    if (field && !problem) columns.add(field);
    else if (problem) faults.add('Validation', problem, where);
    else faults.add('UnknownField', unknownField(entity, name, faults), where);
  });
  return [...columns];
}

const problemOf = (field: Field, known: ReadonlySet<Field>): string | undefined =>
  known.has(field) ? `${field.name} is named twice.` : insertRefusal(field);

/** Fault of a name that is known but is no field. */
function strangeName({ children }: Entity, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const isWanted = (known: string): boolean => known.toLowerCase() === wanted;
  return [...children.values()].some((relation) => isWanted(relation.name) || isWanted(relation.childEntity))
    ? `${shortened(name)} holds children; rows of a bulk insert are flat. Insert the children by a call of their own.`
    : undefined;
}

function unknownField(entity: Entity, name: string, budget: Suggestions): string {
  const known = [...entity.fields.values()].filter((field) => !insertRefusal(field)).map((field) => field.name);
  return `${entity.name} has no field '${shortened(name)}'.${didYouMean(name, known, budget)}`;
}
