import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { parametersOf } from '#queries/core/parameters/bind-filter.js';
import type { Labels } from '#core/catalogue/labels.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { parameterField } from '#core/fields/parameter-values.js';
import {
  isGrouped,
  type AggregateFunction,
  type AggregateItem,
  type SelectCommand,
} from '#core/requests/select-command.js';
import type { DescribedEntity } from './described-rights.js';
import type { EnvironmentComponents } from './environment-components.js';
import { acceptedSchema, readSchema, type FieldComponents } from './field-schemas.js';
import { objectSchema, OPEN_OBJECT, orNull, schemaRef, UUID_SCHEMA, type Schema } from '#core/schemas/schema.js';

/** A saved query as descriptions need it. */
export interface DescribedQuery {
  readonly id: string;
  readonly name: string;
  readonly entityName: string;
  readonly parameters: readonly Parameter[];
  readonly select: SelectCommand;
  readonly labels?: Labels;
}

type Column = readonly [name: string, schema: Schema];

/** Builds schemas of the rows of queries over one entity. */
export class QuerySchemas {
  readonly #shown: ReadonlySet<string>;

  constructor(
    private readonly ctx: RequestContext,
    private readonly described: DescribedEntity,
    private readonly components: EnvironmentComponents,
  ) {
    this.#shown = new Set(described.shown.map(({ name }) => name));
  }

  /** Schema of a row; undefined where the query uses fields that the caller may not read. */
  row({ select }: DescribedQuery): Schema | undefined {
    const columns = this.#columns(select);
    if (columns.includes(undefined)) return undefined;
    const known = columns.filter((column) => column !== undefined);
    const schema = objectSchema(
      known,
      known.map(([name]) => name),
    );
    return select.includes.length > 0 || select.loadChildren || select.loadRecordInfo
      ? { ...schema, additionalProperties: true }
      : schema;
  }

  /** Schema of `Reqtokens`. */
  tokens({ parameters, select }: DescribedQuery): Schema {
    return tokensSchema(parameters, (parameter) => this.#comparedValues(parameter, select));
  }

  #columns(select: SelectCommand): readonly (Column | undefined)[] {
    const { selectedFields, groupBy, aggregates, loadLookUpValues } = select;
    if (!isGrouped(select)) {
      if (!selectedFields) return this.described.shown.map(({ name }) => this.#column(name, loadLookUpValues));
      return selectedFields.map(({ name }) => this.#column(name, loadLookUpValues));
    }
    const keys = groupBy.map((item) => (item.bucket ? this.#bucket(item.name) : this.#column(item.name, false)));
    const made = aggregates.map((item) => this.#aggregate(item));
    if (!selectedFields) return [...keys, ...made];
    const names = new Set(selectedFields.map(({ name }) => name.toLowerCase()));
    return [...keys.filter((key) => key === undefined || names.has(key[0].toLowerCase())), ...made];
  }

  #path(name: string): FieldPath | undefined {
    const path = resolveField(this.ctx.catalogue, this.described.entity, name);
    return path instanceof FieldPath && this.#shown.has((path.steps[0] ?? path.field).name) ? path : undefined;
  }

  #column(name: string, loadsText: boolean): Column | undefined {
    const path = this.#path(name);
    if (!path) return undefined;
    if (path.steps.length > 0) return [path.name, orNull(this.#lookedUp(path))];
    const isLoaded = loadsText && path.field.type === 'Lookup';
    return [path.name, isLoaded ? orNull(LOADED) : readSchema(path.field, this.components)];
  }

  #bucket(name: string): Column | undefined {
    const path = this.#path(name);
    return path && [path.name, { type: ['string', 'null'], format: 'date' }];
  }

  /** Columns of entities that the caller may not use are always null; their types are not shown. */
  #lookedUp({ steps, field }: FieldPath): Schema {
    const isShown = [...steps, field].every((each) => this.components.shows(each));
    return isShown ? readSchema(field, this.components) : {};
  }

  #aggregate({ function: made, field, alias }: AggregateItem): Column | undefined {
    const path = field && this.#path(field.name);
    if (field && !path) return undefined;
    const name = alias ?? made + (path?.name ?? '').replaceAll('.', '');
    return [name, AGGREGATES[made] ?? orNull(this.#lookedUp(path!))];
  }

  /** Values of the Enum with which a filter compares the parameter. */
  #comparedValues({ name }: Parameter, { where }: SelectCommand): Schema | undefined {
    const filter = where?.filters.find((each) =>
      parametersOf(each)?.some((used) => used.toLowerCase() === name.toLowerCase()),
    );
    const field = filter && this.#own(filter.fieldName);
    return field?.type === 'Enum' && field.values.length > 0 ? schemaRef(this.components.values(field)) : undefined;
  }

  #own(name: string): Field | undefined {
    const field = this.described.entity.fields.get(name.toLowerCase());
    return field && this.#shown.has(field.name) ? field : undefined;
  }
}

const COUNT: Schema = { type: 'integer', format: 'int64' };
const NUMBER: Schema = { type: ['number', 'null'], format: 'decimal' };
/** Results of aggregates; others have the type of their field. */
const AGGREGATES: Readonly<Partial<Record<AggregateFunction, Schema>>> = {
  Count: COUNT,
  CountDistinct: COUNT,
  Sum: NUMBER,
  Avg: NUMBER,
};

/** A looked-up record: its Id and its display field. */
const LOADED: Schema = { ...OPEN_OBJECT, properties: { Id: UUID_SCHEMA } };

/** Schema of the values of tokens by name, each in every form that is accepted. */
export function tokensSchema(
  parameters: readonly Parameter[],
  valuesOf: (parameter: Parameter) => Schema | undefined = () => undefined,
): Schema {
  const members = parameters.map((parameter) => {
    const item = valuesOf(parameter) ?? plainSchema(parameter);
    const schema = parameter.isList ? { anyOf: [{ type: 'array', items: item }, { type: 'string' }] } : item;
    return [parameter.name, parameter.required ? schema : orNull(schema)] as const;
  });
  return objectSchema(
    members,
    parameters.filter(({ required }) => required).map(({ name }) => name),
  );
}

/** The parameters of a definition declare no values, rules and targets. */
function plainSchema(parameter: Parameter): Schema {
  const { type } = parameter;
  if (type === 'Lookup' || type === 'Uuid') return UUID_SCHEMA;
  const isText = type === 'Enum' || type === 'MultiEnum' || type === 'AutoNumber';
  return isText ? { type: 'string' } : acceptedSchema(parameterField(parameter), NO_COMPONENTS);
}

const NO_COMPONENTS: FieldComponents = {
  values: ({ name }) => name,
  created: () => undefined,
  isKnown: () => false,
};
