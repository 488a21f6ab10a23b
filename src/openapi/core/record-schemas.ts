import { identityFields, type Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Labels } from '#core/catalogue/labels.js';
import { visible } from '#core/nearest.js';
import type { DescribedEntity } from './described-rights.js';
import { CHANGED_CHILDREN, CREATED_CHILDREN, readSchema, type WrittenComponents } from './field-schemas.js';
import { enumSchema, objectSchema, schemaRef, type NamedSchema, type Schema } from '#core/schemas/schema.js';

/** Names of the components of an entity. */
export interface RecordNames {
  readonly read: string;
  readonly create: string;
  readonly update: string;
  readonly insertRequest: string;
  readonly updateRequest: string;
  readonly upsertRequest: string;
}

/** Components that the schemas of records refer to, by their names. */
export interface RecordComponents extends WrittenComponents {
  names(entityName: string): RecordNames;
  /** Member `title` with a label, where there is one. */
  title(labels: Labels | undefined): Schema;
  /** Relations of which the caller may write the children. */
  parts(described: DescribedEntity, write: 'create' | 'update'): readonly Relation[];
}

/** Schemas of an entity's records as answers show them and as writes take them. */
export function* recordSchemas(described: DescribedEntity, components: RecordComponents): Generator<NamedSchema> {
  const { entity, shown, creatable, updatable } = described;
  const names = components.names(entity.name);
  for (const field of valuedFields(described)) yield [components.values(field), valuesSchema(field, components)];
  if (shown.length > 0) {
    const members = shown.map(
      (field) => [field.name, labelledSchema(field, readSchema(field, components), components)] as const,
    );
    yield [
      names.read,
      titled(
        `Record of ${entity.name}.`,
        objectSchema(
          members,
          shown.map(({ name }) => name),
        ),
        components.title(entity.labels),
      ),
    ];
  }
  if (creatable.length > 0) {
    const required = creatable.filter(isDemanded).map(({ name }) => name);
    const text = `New record of ${entity.name}, as field → value.`;
    yield [names.create, titled(text, objectSchema(writtenMembers(described, 'create', components), required))];
  }
  if (updatable.length > 0) {
    const text = `Changes of records of ${entity.name}, as field → value.`;
    yield [names.update, titled(text, objectSchema(writtenMembers(described, 'update', components)))];
  }
}

/** Bodies of writes that name the entity, with an assignment for each field that the caller may set. */
export function* requestSchemas(described: DescribedEntity, components: RecordComponents): Generator<NamedSchema> {
  const { entity, creatable, updatable } = described;
  const names = components.names(entity.name);
  const EntityName = { type: 'string', enum: [entity.name] };
  const keys = [...identityFields(entity), ...entity.uniqueKeys.flat().map(({ name }) => name)];
  if (creatable.length > 0) {
    const Fields = assignments(writtenMembers(described, 'create', components));
    const request = { EntityName, Fields, Options: schemaRef('InsertOptions') };
    yield [names.insertRequest, objectSchema(Object.entries(request), ['EntityName', 'Fields'])];
  }
  if (updatable.length > 0) {
    const Fields = { ...assignments(writtenMembers(described, 'update', components)), minItems: 1 };
    const request = { EntityName, Fields, WhereClause: schemaRef('WhereClause'), Options: schemaRef('WriteOptions') };
    yield [names.updateRequest, objectSchema(Object.entries(request), ['EntityName', 'Fields', 'WhereClause'])];
  }
  if (creatable.length + updatable.length > 0) {
    const MatchOn = { type: 'array', minItems: 1, items: { type: 'string', enum: [...new Set(keys)] } };
    const same = creatable.length > 0 ? names.insertRequest : names.updateRequest;
    const Fields = schemaRef(`${same}/properties/Fields`);
    const request = { EntityName, MatchOn, Fields, Options: schemaRef('UpsertOptions') };
    yield [names.upsertRequest, objectSchema(Object.entries(request), ['EntityName', 'MatchOn', 'Fields'])];
  }
}

/** Fields of Enums and MultiEnums that occur in any schema of the entity. */
function valuedFields({ shown, creatable, updatable }: DescribedEntity): readonly Field[] {
  const all = [...new Set([...shown, ...creatable, ...updatable])];
  return all.filter(({ type, values }) => (type === 'Enum' || type === 'MultiEnum') && values.length > 0);
}

/** Tells whether an insert must give the field a value. */
const isDemanded = ({ required, isSystem, default: given }: Field): boolean =>
  required && !isSystem && (given ?? null) === null;

const titled = (description: string, schema: Schema, title: Schema = {}): Schema => ({
  ...title,
  description,
  ...schema,
});

/** A schema with a title names no type of its own in generated clients only where it is of a plain type. */
const labelledSchema = (field: Field, schema: Schema, components: RecordComponents): Schema =>
  schema.type === undefined ? schema : { ...components.title(field.labels), ...schema };

function valuesSchema({ values, labels }: Field, components: RecordComponents): Schema {
  const texts = values.map((each) => components.title(each.labels).title ?? visible(each.text));
  const isPlain = texts.every((text, i) => text === values[i].value);
  const described = isPlain ? {} : { 'x-enum-descriptions': texts };
  return { ...components.title(labels), ...enumSchema(values.map(({ value }) => value)), ...described };
}

function writtenMembers(
  described: DescribedEntity,
  write: 'create' | 'update',
  components: RecordComponents,
): readonly (readonly [string, Schema])[] {
  const fields = write === 'create' ? described.creatable : described.updatable;
  const children = write === 'create' ? CREATED_CHILDREN : CHANGED_CHILDREN;
  return [
    ...fields.map((field) => [field.name, labelledSchema(field, components.written(field), components)] as const),
    ...components.parts(described, write).map(({ name }) => [name, children] as const),
  ];
}

/** Schema of `Fields`: one assignment for each member. */
const assignments = (members: readonly (readonly [string, Schema])[]): Schema => ({
  type: 'array',
  items: {
    oneOf: members.map(([name, value]) =>
      objectSchema(
        [
          ['FieldName', { type: 'string', enum: [name] }],
          ['Value', value],
        ],
        ['FieldName', 'Value'],
      ),
    ),
  },
});
