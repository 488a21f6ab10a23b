import { isReserved } from '#core/catalogue/system-entities.js';
import type { DefinitionProblem } from './definition-problem.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import type { Steps } from '#core/steps.js';
import { accessProblems, repeatedAccessProblems, teamProblems } from './check-access.js';
import { clauseProblems } from './check-clauses.js';
import { derivedFieldProblems } from './check-derived-fields.js';
import { fieldProblems } from './check-fields.js';
import { indexProblems } from './check-indexes.js';
import { labelProblems } from './check-labels.js';
import { ownFieldProblems } from './check-own-fields.js';
import { fieldAccessProblems, protectionProblems } from './check-protection.js';
import { relationProblems } from './check-relations.js';
import { nameProblem } from './definition-names.js';
import { SelectiveCheck } from './selective-check.js';

/**
 * Lists the faults of an environment's definitions: names, fields, relations, where-clauses, access.
 * @param ctx with the catalogue built from them, which holds each name once.
 */
export function* definitionProblems(
  ctx: RequestContext,
  definitions: DefinitionSet,
): Steps<readonly DefinitionProblem[]> {
  const check = new SelectiveCheck(ctx, definitions.parts);
  return [
    ...nameProblems(definitions),
    ...(yield* check.of('entity', definitions.entities, [], (noted, json) =>
      entityProblems(noted, new Definition(json)),
    )),
    ...(yield* check.of('own fields', definitions.extensions ?? [], [], (noted, json) =>
      ownFieldProblems(noted, new Definition(json)),
    )),
    ...(yield* labelProblems(check, definitions)),
    ...(yield* derivedFieldProblems(ctx, definitions.parts)),
    ...(yield* relationProblems(ctx.catalogue, definitions)),
    ...(yield* check.of('access', definitions.roleAccess, [], (noted, json) => accessProblems(noted, json))),
    ...(yield* repeatedAccessProblems(definitions.roleAccess)),
    ...(yield* check.of('field access', definitions.fieldAccess ?? [], [], ({ catalogue }, json) =>
      fieldAccessProblems(catalogue, json),
    )),
    ...teamProblems(definitions.teams),
  ];
}

function* entityProblems(ctx: RequestContext, definition: Definition): Generator<DefinitionProblem> {
  const { catalogue } = ctx;
  const entity = catalogue.find(nameOf(definition));
  if (entity?.id !== idOf(definition)) return;
  yield* memberProblems(entity, definition);
  yield* fieldProblems(catalogue, entity, definition);
  yield* clauseProblems(ctx, entity, definition);
  yield* indexProblems(ctx, entity, definition);
  yield* protectionProblems(catalogue, entity);
}

const nameOf = (definition: Definition): string => definition.text('EntityName') ?? '';
const idOf = (definition: Definition): string => definition.text('Id') ?? nameOf(definition);

function* nameProblems({ entities }: DefinitionSet): Generator<DefinitionProblem> {
  const knownNames = new Set<string>();
  for (const json of entities) {
    const definition = new Definition(json);
    const name = nameOf(definition);
    const about = { entityName: 'Entity', id: idOf(definition), name, fieldName: 'EntityName' };
    const wrong = nameProblem(name);
    if (wrong) yield { ...about, message: wrong };
    if (knownNames.has(name.toLowerCase())) {
      yield { ...about, message: `Two entities are called ${name}; letter case makes no difference.` };
    } else if (isReserved(name)) yield { ...about, message: `${name} is a reserved name.` };
    knownNames.add(name.toLowerCase());
  }
}

/** Checks the members of an entity that name its fields. */
function* memberProblems(entity: Entity, definition: Definition): Generator<DefinitionProblem> {
  const about = { entityName: 'Entity', id: entity.id, name: entity.name };
  const displayField = definition.text('DisplayField');
  if (displayField && !isField(entity, displayField)) {
    yield {
      ...about,
      fieldName: 'DisplayField',
      message: `DisplayField: ${entity.name} has no field ${displayField}.`,
    };
  }
  const ownerFrom = definition.text('OwnerFrom');
  const source = ownerFrom && entity.fields.get(ownerFrom.toLowerCase());
  if (ownerFrom && (!source || source.type !== 'Lookup' || source.isSystem)) {
    const message = `OwnerFrom: ${entity.name} has no lookup ${ownerFrom}.`;
    yield { ...about, fieldName: 'OwnerFrom', message };
  }
  for (const message of uniqueKeyProblems(entity, definition.value('UniqueKeys'))) {
    yield { ...about, fieldName: 'UniqueKeys', message };
  }
}

const isField = ({ fields }: Entity, name: string): boolean => fields.has(name.toLowerCase());

function* uniqueKeyProblems(entity: Entity, keys: JsonValue | undefined): Generator<string> {
  if (keys === undefined) return;
  if (!isArray(keys)) return yield 'UniqueKeys must be an array of arrays of field names.';
  const knownKeys = new Set<string>();
  for (const [i, key] of keys.entries()) {
    const at = `UniqueKeys[${i}]`;
    const names = isArray(key) ? key : [];
    const unknown = names.find((name) => !isKeyField(entity, name));
    const written = JSON.stringify(names).toLowerCase();
    if (names.length === 0) yield `${at} must be an array of field names.`;
    else if (unknown !== undefined)
      yield `${at}: ${entity.name} has no field ${shownName(unknown)} that a key can have.`;
    else if (new Set(names.map((name) => shownName(name).toLowerCase())).size < names.length)
      yield `${at} names a field twice.`;
    else if (knownKeys.has(written)) yield `${at} repeats another key.`;
    knownKeys.add(written);
  }
}

const shownName = (value: JsonValue): string => (typeof value === 'string' ? value : 'of that name');

/** Tells whether a field can be part of a unique key; no index supports the equality of Json. */
function isKeyField({ fields }: Entity, name: JsonValue): boolean {
  const field = typeof name === 'string' ? fields.get(name.toLowerCase()) : undefined;
  return field !== undefined && !field.isSystem && field.type !== 'Json';
}
