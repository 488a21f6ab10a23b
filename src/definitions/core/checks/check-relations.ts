import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { DefinitionProblem } from './definition-problem.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isOwn } from '#core/catalogue/extended-entities.js';
import { gathered, type Steps } from '#core/steps.js';
import { nameProblem } from './definition-names.js';

/** Finds faults in the relations: names, the lookup they name, and delete rules that cannot be followed. */
export function* relationProblems(
  catalogue: Catalogue,
  { relations }: DefinitionSet,
): Steps<readonly DefinitionProblem[]> {
  const names = timesNamed(catalogue);
  const lookups = new Set<string>();
  return yield* gathered(relations, function* (json): Generator<DefinitionProblem> {
    const relation = relationOf(new Definition(json));
    const { name, childEntity, childField } = relation;
    const about = { entityName: 'Relation', id: new Definition(json).text('Id') ?? name, name };
    const wrong = nameProblem(name) ?? doubleName(name, names);
    if (wrong) yield { ...about, fieldName: 'Name', message: wrong };
    const lookup = `${childEntity}.${childField}`.toLowerCase();
    if (lookups.has(lookup))
      yield { ...about, message: `${name}: ${childEntity}.${childField} has a relation already.` };
    lookups.add(lookup);
    for (const message of leadingProblems(catalogue, relation)) yield { ...about, message: `${name}: ${message}` };
  });
}

/** Counts the relations of the environment, implied ones included, by lower-case name. */
function timesNamed({ entities }: Catalogue): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { children } of entities.values()) {
    for (const name of children.keys()) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return times;
}

const doubleName = (name: string, times: ReadonlyMap<string, number>): string | undefined =>
  (times.get(name.toLowerCase()) ?? 0) > 1
    ? `Two relations are called ${name}; letter case makes no difference.`
    : undefined;

function relationOf(definition: Definition): Relation {
  const text = (member: string): string => definition.text(member) ?? '';
  return {
    name: text('Name'),
    parentEntity: text('ParentEntity'),
    childEntity: text('ChildEntity'),
    childField: text('ChildField'),
    onDelete: (definition.text('OnDelete') ?? 'Restrict') as Relation['onDelete'],
  };
}

/** Checks that a relation names an existing lookup of the parent entity. */
function* leadingProblems(catalogue: Catalogue, relation: Relation): Generator<string> {
  const { parentEntity, childEntity, childField } = relation;
  const [child, parent] = [catalogue.find(childEntity), catalogue.find(parentEntity)];
  const field = child?.fields.get(childField.toLowerCase());
  const leads = field?.name === childField && field.target === parent?.name;
  if (parent && child && field && leads) yield* deleteProblems(relation, { parent, child, field });
  else yield `${childEntity}.${childField} is not a lookup of ${parentEntity}.`;
}

interface Ends {
  readonly parent: Entity;
  readonly child: Entity;
  readonly field: Field;
}

/** Checks that a delete can follow the relation's rule. */
function* deleteProblems({ onDelete }: Relation, { parent, child, field }: Ends): Generator<string> {
  if (onDelete === 'Cascade' && parent.softDelete && !child.softDelete) {
    yield `${child.name} must soft-delete like ${parent.name}, from which it cascades.`;
  }
  if (onDelete === 'Cascade' && isOwn(child.name, field)) {
    yield `${child.name} belongs to the service: its records are not deleted with others; use Restrict or SetNull.`;
  }
  if (onDelete === 'SetNull' && field.required) {
    yield `${child.name}.${field.name} is required and cannot be set to null.`;
  }
}
