import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Entity, Relation } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Fault } from '../../core/errors.js';
import type { JsonValue } from '../../core/json/json.js';
import { Args } from '../../core/sql/args.js';
import { fieldDefinitionProblems } from '../../core/values/field-definition.js';
import { definedCriterion } from '../../core/writes/defined-criterion.js';

const ENTITY_NAME = /^[A-Z][A-Za-z0-9]{0,62}$/;

/**
 * Everything that is wrong with an environment's definitions: names, fields, relations and where-clauses.
 * @param names the entities as they were defined; the catalogue holds each name once.
 */
export function definitionFaults(ctx: RequestContext, names: readonly string[]): readonly Fault[] {
  const { catalogue } = ctx;
  const problems = [...nameProblems(catalogue, names)];
  for (const entity of catalogue.entities.values()) {
    if (entity.kind !== 'business') continue;
    problems.push(...fieldProblems(catalogue, entity), ...clauseProblems(ctx, entity));
    for (const relation of entity.children.values()) problems.push(...relationProblems(catalogue, relation));
  }
  return problems.map((message) => ({ code: 'Validation', message }));
}

function* nameProblems(catalogue: Catalogue, names: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const name of names) {
    if (!ENTITY_NAME.test(name)) yield `'${name}' is no name for an entity; names match ${ENTITY_NAME.source}.`;
    if (seen.has(name.toLowerCase())) yield `Two entities are called ${name}; letter case makes no difference.`;
    else if (catalogue.find(name)?.kind !== 'business') yield `${name} is a reserved name.`;
    seen.add(name.toLowerCase());
  }
}

function* fieldProblems(catalogue: Catalogue, entity: Entity): Generator<string> {
  for (const field of entity.fields.values()) {
    if (field.isSystem) continue;
    const at = `${entity.name}.${field.name}`;
    if (!ENTITY_NAME.test(field.name)) yield `'${at}' is no name for a field.`;
    if (field.target && !catalogue.find(field.target)) yield `${at}: there is no entity ${field.target}.`;
    for (const problem of fieldDefinitionProblems(field)) yield `${at}: ${problem}`;
  }
}

/** Relations must name what is there, and must not promise what a delete could not keep (definition format, Relations). */
function* relationProblems(catalogue: Catalogue, relation: Relation): Generator<string> {
  const { name, parentEntity, childEntity, childField, onDelete } = relation;
  const child = catalogue.find(childEntity);
  const field = child?.fields.get(childField.toLowerCase());
  if (!child || field?.target !== parentEntity) {
    yield `${name}: ${childEntity}.${childField} is no lookup of ${parentEntity}.`;
    return;
  }
  if (onDelete === 'Cascade' && catalogue.entity(parentEntity).softDelete && !child.softDelete) {
    yield `${name}: ${childEntity} must soft-delete like ${parentEntity}, from which it cascades.`;
  }
  if (onDelete === 'SetNull' && field.required) {
    yield `${name}: ${childEntity}.${childField} is required and cannot be set to null.`;
  }
}

function* clauseProblems(ctx: RequestContext, entity: Entity): Generator<string> {
  const clauses = [
    ...entity.rules.map(({ name, where }) => ({ name, where })),
    ...entity.hooks.map(({ name, rejectWhen }) => ({ name, where: rejectWhen })),
  ];
  for (const { name, where } of clauses) {
    const problem = where === undefined ? undefined : clauseProblem(ctx, entity, where);
    if (problem) yield `${entity.name}, ${name}: ${problem}`;
  }
}

function clauseProblem(ctx: RequestContext, entity: Entity, where: JsonValue): string | undefined {
  try {
    definedCriterion(ctx, entity, where, new Args(ctx));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
