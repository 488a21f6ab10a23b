import { ROUTINE_KINDS, type Routine } from '#routines/core/routine.js';
import type { RoutineValue } from '#routines/core/routine-value.js';
import { acceptedSchema, plainReadSchema, type FieldComponents } from './field-schemas.js';
import { objectSchema, orNull, type Schema } from '#core/schemas/schema.js';

/** Body of a call of a routine, with its parameters by name. */
export function routineRequestSchema(routine: Routine, components: FieldComponents): Schema {
  const { name, kind, parameters } = routine;
  const given = parameters.filter(({ isOut }) => !isOut);
  const items = given.map((parameter) =>
    objectSchema(
      [
        ['Name', { type: 'string', enum: [parameter.name, `@${parameter.name}`] }],
        ['Value', valueSchema(parameter, components, !parameter.required)],
      ],
      ['Value'],
    ),
  );
  const ObjectType = {
    oneOf: [
      { type: 'integer', enum: [ROUTINE_KINDS[kind]] },
      { type: 'string', enum: [kind] },
    ],
  };
  const Parameters = {
    type: 'array',
    ...(items.length > 0 ? { items: { oneOf: items } } : { maxItems: 0, items: {} }),
  };
  const isAnyRequired = given.some(({ required }) => required);
  return objectSchema(Object.entries({ ObjectName: { type: 'string', enum: [name] }, ObjectType, Parameters }), [
    'ObjectName',
    'ObjectType',
    ...(isAnyRequired ? ['Parameters'] : []),
  ]);
}

/** Row of a table function; undefined for other routines. */
export function routineRowSchema({ columns }: Routine): Schema | undefined {
  if (columns.length === 0) return undefined;
  return objectSchema(
    columns.map((column) => [column.name, orNull(shownSchema(column))] as const),
    columns.map(({ name }) => name),
  );
}

function valueSchema({ field, isList }: RoutineValue, components: FieldComponents, isOptional: boolean): Schema {
  const item = acceptedSchema(field, components);
  const schema = isList ? { type: 'array', items: item } : item;
  return isOptional ? orNull(schema) : schema;
}

const shownSchema = ({ field, isList }: RoutineValue): Schema =>
  isList ? { type: 'array', items: plainReadSchema(field) } : plainReadSchema(field);
