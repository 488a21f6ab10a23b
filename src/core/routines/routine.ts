import { Definition } from '../catalogue/definition.js';
import { isObject, type JsonObject } from '../json/json.js';
import { misspeltMembers } from '../nearest.js';
import { ROUTINE_TYPES, routineValue, type RoutineValue } from './routine-value.js';

/** What there is to call, with the number that the interface gives each. */
export const ROUTINE_KINDS = { Procedure: 1, ScalarFunction: 2, TableFunction: 3 } as const;
export type RoutineKind = keyof typeof ROUTINE_KINDS;

/** One argument of a database object. */
export interface RoutineParameter extends RoutineValue {
  readonly required: boolean;
  /** The object gives it, the caller does not. */
  readonly isOut: boolean;
}

/** A procedure or function that an environment registered (definition format, Database objects). */
export interface Routine {
  readonly name: string;
  readonly kind: RoutineKind;
  readonly parameters: readonly RoutineParameter[];
  /** Of a scalar function. */
  readonly returns?: RoutineValue;
  /** Of a table function's rows. */
  readonly columns: readonly RoutineValue[];
  readonly allowWrites: boolean;
  readonly requiredPermission?: string;
  /** One CREATE statement, as its author wrote it. */
  readonly definition: string;
}

/** An object as its record describes it, and what is wrong with that. */
export interface ReadRoutine {
  readonly routine: Routine;
  readonly problems: readonly string[];
}

/** A capital first: no name of PostgreSQL's own functions, which are lower-case, can be taken. */
const OBJECT_NAME = /^[A-Z][A-Za-z0-9_]{0,62}$/;
const VALUE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

const COLUMN_MEMBERS = ['Name', 'Type', 'IsList'];
const MEMBERS = { Parameters: [...COLUMN_MEMBERS, 'Required', 'Direction'], Returns: COLUMN_MEMBERS };

/** Reads the record of a database object. */
export function readRoutine(record: JsonObject): ReadRoutine {
  const reader = new ColumnReader(new Definition(record));
  return { routine: reader.read(), problems: reader.problems };
}

class ColumnReader {
  readonly problems: string[] = [];

  constructor(private readonly record: Definition) {}

  read(): Routine {
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

  #checkShape({ kind, parameters, columns }: Routine): void {
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

  #parameter(json: Definition): RoutineParameter {
    const direction = (json.text('Direction') ?? 'In').toLowerCase();
    const value = this.#value('Parameters', json.text('Name') ?? '', json.text('Type'), json.flag('IsList'));
    if (direction !== 'in' && direction !== 'out')
      this.problems.push(`Parameter ${value.name}: Direction is In or Out.`);
    return { ...value, required: json.flag('Required', true), isOut: direction === 'out' };
  }

  #column(json: Definition): RoutineValue {
    return this.#value('Returns', json.text('Name') ?? '', json.text('Type'), json.flag('IsList'));
  }

  #value(member: string, name: string, type: string | undefined, isList = false): RoutineValue {
    if (!VALUE_NAME.test(name))
      this.problems.push(`${member}: '${name}' is no name; names match ${VALUE_NAME.source}.`);
    const value = routineValue(name, type, isList);
    if (!value) this.problems.push(`${member}: the type of ${name} must be one of ${ROUTINE_TYPES.join(', ')}.`);
    return value ?? routineValue(name, 'Text', false)!;
  }
}

const kindOfNumber = (number: number | undefined): RoutineKind | undefined =>
  (Object.keys(ROUTINE_KINDS) as RoutineKind[]).find((kind) => ROUTINE_KINDS[kind] === number);
