import { Definition } from '../catalogue/definition.js';
import { isObject, type JsonObject } from '../json/json.js';
import { misspeltMembers } from '../nearest.js';
import { OBJECT_TYPES, objectValue, type ObjectValue } from './object-value.js';

/** What there is to call, with the number that the interface gives each. */
export const OBJECT_KINDS = { Procedure: 1, ScalarFunction: 2, TableFunction: 3 } as const;
export type ObjectKind = keyof typeof OBJECT_KINDS;

/** One argument of a database object. */
export interface ObjectParameter extends ObjectValue {
  readonly required: boolean;
  /** The object gives it, the caller does not. */
  readonly isOut: boolean;
}

/** A procedure or function that an environment registered (definition format, Database objects). */
export interface DatabaseObject {
  readonly name: string;
  readonly kind: ObjectKind;
  readonly parameters: readonly ObjectParameter[];
  /** Of a scalar function. */
  readonly returns?: ObjectValue;
  /** Of a table function's rows. */
  readonly columns: readonly ObjectValue[];
  readonly allowWrites: boolean;
  readonly requiredPermission?: string;
  /** One CREATE statement, as its author wrote it. */
  readonly definition: string;
}

/** An object as its record describes it, and what is wrong with that. */
export interface ReadObject {
  readonly object: DatabaseObject;
  readonly problems: readonly string[];
}

/** A capital first: no name of PostgreSQL's own functions, which are lower-case, can be taken. */
const OBJECT_NAME = /^[A-Z][A-Za-z0-9_]{0,62}$/;
const VALUE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

const COLUMN_MEMBERS = ['Name', 'Type', 'IsList'];
const MEMBERS = { Parameters: [...COLUMN_MEMBERS, 'Required', 'Direction'], Returns: COLUMN_MEMBERS };

/** Reads the record of a database object. */
export function readDatabaseObject(record: JsonObject): ReadObject {
  const reader = new RecordReader(new Definition(record));
  return { object: reader.read(), problems: reader.problems };
}

class RecordReader {
  readonly problems: string[] = [];

  constructor(private readonly record: Definition) {}

  read(): DatabaseObject {
    const { record } = this;
    const kind = kindOfNumber(record.int('ObjectType'));
    const object = {
      name: record.text('ObjectName') ?? '',
      kind: kind ?? 'Procedure',
      parameters: record.objects('Parameters').map((json) => this.#parameter(new Definition(json))),
      returns:
        kind === 'ScalarFunction' ? this.#value('ReturnType', 'ReturnType', record.text('ReturnType')) : undefined,
      columns:
        kind === 'TableFunction' ? record.objects('Returns').map((json) => this.#column(new Definition(json))) : [],
      allowWrites: record.flag('AllowWrites'),
      requiredPermission: record.text('RequiredPermission'),
      definition: record.text('Definition') ?? '',
    };
    if (!kind) this.problems.push('ObjectType must be 1 (procedure), 2 (scalar function) or 3 (table function).');
    if (!OBJECT_NAME.test(object.name)) this.problems.push(`ObjectName must match ${OBJECT_NAME.source}.`);
    if (object.definition.trim() === '') this.problems.push('Definition is required.');
    this.#checkShape(object);
    return object;
  }

  #checkShape({ kind, parameters, columns }: DatabaseObject): void {
    for (const member of ['Parameters', 'Returns'] as const) {
      const items = this.record.array(member);
      if (!items.every(isObject)) this.problems.push(`${member} must be an array of objects.`);
      const misspelt = items.map((item, i) => misspeltMembers(Object(item), `${member}[${i}]`, MEMBERS[member]));
      this.problems.push(...misspelt.flat());
    }
    if (kind === 'TableFunction' && columns.length === 0) this.problems.push('Returns must name at least one column.');
    if (kind !== 'Procedure' && parameters.some(({ isOut }) => isOut)) {
      this.problems.push('Only a procedure has parameters with Direction Out.');
    }
    for (const { name } of parameters.filter(({ isOut, isList }) => isOut && isList)) {
      this.problems.push(`Parameter ${name}: a list cannot be given back.`);
    }
    for (const [what, values] of [
      ['parameters', parameters],
      ['columns', columns],
    ] as const) {
      const names = values.map(({ name }) => name.toLowerCase());
      if (new Set(names).size < names.length) this.problems.push(`Two ${what} have the same name.`);
    }
  }

  #parameter(json: Definition): ObjectParameter {
    const direction = (json.text('Direction') ?? 'In').toLowerCase();
    const value = this.#value('Parameters', json.text('Name') ?? '', json.text('Type'), json.flag('IsList'));
    if (direction !== 'in' && direction !== 'out')
      this.problems.push(`Parameter ${value.name}: Direction is In or Out.`);
    return { ...value, required: json.flag('Required', true), isOut: direction === 'out' };
  }

  #column(json: Definition): ObjectValue {
    return this.#value('Returns', json.text('Name') ?? '', json.text('Type'), json.flag('IsList'));
  }

  #value(member: string, name: string, type: string | undefined, isList = false): ObjectValue {
    if (!VALUE_NAME.test(name))
      this.problems.push(`${member}: '${name}' is no name; names match ${VALUE_NAME.source}.`);
    const value = objectValue(name, type, isList);
    if (!value) this.problems.push(`${member}: the type of ${name} must be one of ${OBJECT_TYPES.join(', ')}.`);
    return value ?? objectValue(name, 'Text', false)!;
  }
}

const kindOfNumber = (number: number | undefined): ObjectKind | undefined =>
  (Object.keys(OBJECT_KINDS) as ObjectKind[]).find((kind) => OBJECT_KINDS[kind] === number);
