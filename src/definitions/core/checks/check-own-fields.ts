import { ownNameProblem } from '#core/catalogue/extended-entities.js';
import { Definition } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { symbolicDefault } from '#core/fields/defaults.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import { fieldProblems } from './check-fields.js';
import type { DefinitionProblem } from './definition-problem.js';

/** Finds faults in the own fields of a system entity. @param extension with its own fields alone */
export function* ownFieldProblems({ catalogue }: RequestContext, extension: Definition): Generator<DefinitionProblem> {
  const entity = catalogue.find(extension.text('EntityName') ?? '');
  if (!entity) return;
  yield* fieldProblems(catalogue, entity, extension);
  for (const json of extension.objects('Fields')) yield* ownProblems(entity, new Definition(json));
}

function* ownProblems({ name: entityName, fields }: Entity, definition: Definition): Generator<DefinitionProblem> {
  const fieldName = definition.text('FieldName') ?? '';
  const name = `${entityName}.${fieldName}`;
  const about = { entityName: 'Field', id: definition.text('Id') ?? name, name };
  const taken = ownNameProblem(entityName, fieldName);
  if (taken !== undefined) return yield { ...about, fieldName: 'FieldName', message: taken };
  const field = fields.get(fieldName.toLowerCase());
  if (field?.id !== about.id) return;
  for (const [member, message] of signInProblems(field))
    yield { ...about, fieldName: member, message: `${name}: ${message}` };
}

type Problem = readonly [member: string, message: string];

/** Finds what could keep the service from creating a user at a sign-in. */
function* signInProblems(field: Field): Generator<Problem> {
  const { entityName, type, required } = field;
  const why = `the service creates records of ${entityName}, too, and knows no own fields`;
  if (isDerived(field) || type === 'AutoNumber')
    yield ['FieldType', `an own field of ${entityName} cannot be derived or numbered: ${why}.`];
  else if (required) yield ['Required', `an own field of ${entityName} cannot be Required: ${why}.`];
  if (!isPlainDefault(field))
    yield ['Default', `Default must be a constant, of a field that is neither Unique nor a Lookup: ${why}.`];
}

/** Any moment and user: only whether a default depends on them counts. */
const TRIAL = { at: new Date(0), timeZone: 'UTC', userId: '' };

const isPlainDefault = (field: Field): boolean =>
  (field.default ?? null) === null ||
  !(field.unique || field.type === 'Lookup' || symbolicDefault(field, TRIAL) !== undefined);
