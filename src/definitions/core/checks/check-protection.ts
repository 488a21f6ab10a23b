import type { Catalogue } from '#core/catalogue/catalogue.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field, FieldType } from '#core/catalogue/field.js';
import { computedProblem } from '#core/expressions/computed-field.js';
import type { JsonObject } from '#core/json/json.js';
import { sourcesOf } from '#records/core/rollups/rollup-level.js';
import type { DefinitionProblem } from './definition-problem.js';

/** Most protected fields of an entity: each caller's rights to them are part of the keys of statements. */
const MOST_PROTECTED = 200;
const MASKED: ReadonlySet<FieldType> = new Set<FieldType>(['Text', 'LongText', 'AutoNumber']);

/** Finds fields of an entity whose protection does not fit: what everyone must see, and what tells a protected value. */
export function* protectionProblems(catalogue: Catalogue, entity: Entity): Generator<DefinitionProblem> {
  const { protectedFields } = entity;
  if (protectedFields.length > MOST_PROTECTED)
    yield {
      ...about(entity),
      message: `${entity.name} may have ${MOST_PROTECTED} protected fields, and has ${protectedFields.length}.`,
    };
  for (const field of protectedFields)
    for (const message of ownProblems(catalogue, entity, field)) yield aboutField(entity, field, message);
  for (const field of entity.fields.values()) {
    const source = field.protection === 'Hidden' ? undefined : tellingSource(catalogue, entity, field);
    if (source) {
      const message = `Protection: it follows from ${source.entityName}.${source.name}, which is ${source.protection}: protect it as much.`;
      yield aboutField(entity, field, message);
    }
  }
}

const about = ({ id, name }: Entity): Pick<DefinitionProblem, 'entityName' | 'id' | 'name'> => ({
  entityName: 'Entity',
  id,
  name,
});

const aboutField = (entity: Entity, field: Field, message: string): DefinitionProblem => {
  const name = `${entity.name}.${field.name}`;
  return { entityName: 'Field', id: field.id, name, fieldName: 'Protection', message: `${name}: ${message}` };
};

function* ownProblems(catalogue: Catalogue, entity: Entity, field: Field): Generator<string> {
  if (field === entity.displayField) yield 'Protection: records are named by the DisplayField.';
  if (field === entity.ownerFrom) yield 'Protection: the owner of records follows from the field of OwnerFrom.';
  if (isPartOf(catalogue, entity, field))
    yield 'Protection: the lookup says to which record its record belongs (OnDelete Cascade).';
  if (field.protection !== 'Masked' && field.mask === undefined) return;
  if (!MASKED.has(field.type)) yield `Mask: values of ${field.type} cannot be masked; use Protection Hidden.`;
  else if (field.mask === undefined) yield 'Mask: say what of a masked value is shown.';
}

/** Tells whether the field is the lookup of a relation with OnDelete Cascade. */
const isPartOf = (catalogue: Catalogue, entity: Entity, { target, name }: Field): boolean =>
  [...(catalogue.find(target ?? '')?.children.values() ?? [])].some(
    ({ childEntity, childField, onDelete }) =>
      childEntity === entity.name && childField === name && onDelete === 'Cascade',
  );

/** A field that is protected more, from which the values of a derived field follow. */
function tellingSource(catalogue: Catalogue, entity: Entity, field: Field): Field | undefined {
  // Other checks say what is wrong with a rollup without children, or with an expression.
  if (field.rollup && !catalogue.find(entity.children.get(field.rollup.relation.toLowerCase())?.childEntity ?? ''))
    return undefined;
  if (field.computed && (entity.protectedFields.length === 0 || computedProblem(field, entity.fields) !== undefined))
    return undefined;
  const [, source] =
    sourcesOf(catalogue, entity, field).find(
      ([, { protection }]) => protection !== undefined && (field.protection === undefined || protection === 'Hidden'),
    ) ?? [];
  return source;
}

/** Finds faults in the right of a role to a field: an entity or field that does not exist, a mask that it does not have. */
export function* fieldAccessProblems(catalogue: Catalogue, json: JsonObject): Generator<DefinitionProblem> {
  const access = new Definition(json);
  const [entityName, fieldName] = ['EntityName', 'FieldName'].map((name) => access.text(name) ?? '');
  const given = {
    entityName: 'FieldAccess',
    id: access.text('Id') ?? '',
    name: `${access.text('Role')}, ${entityName}.${fieldName}`,
  };
  const entity = catalogue.find(entityName);
  if (!entity) return yield { ...given, fieldName: 'EntityName', message: `There is no entity ${entityName}.` };
  const field = entity.fields.get(fieldName.toLowerCase());
  if (field?.name !== fieldName)
    return yield { ...given, fieldName: 'FieldName', message: `${entity.name} has no field ${fieldName}.` };
  if (access.text('Read') === 'Masked' && field.protection !== undefined && field.mask === undefined)
    yield { ...given, fieldName: 'Read', message: `Read: ${entity.name}.${fieldName} has no Mask.` };
}
