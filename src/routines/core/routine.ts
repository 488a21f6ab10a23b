import { Definition } from '#core/catalogue/definition.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { misspeltMembers, shortened } from '#core/nearest.js';
import { ROUTINE_TYPES, routineValue, type RoutineValue } from './routine-value.js';

/** Kinds of routines and their numbers on the wire. */
export const ROUTINE_KINDS = { Procedure: 1, ScalarFunction: 2, TableFunction: 3 } as const;
export type RoutineKind = keyof typeof ROUTINE_KINDS;

/** A parameter of a routine. */
export interface RoutineParameter extends RoutineValue {
  readonly required: boolean;
  /** True if the routine, not the caller, sets it. */
  readonly isOut: boolean;
}

/** A registered procedure or function of an environment (docs/interface/routines.md). */
export interface Routine {
  readonly name: string;
  readonly kind: RoutineKind;
  readonly parameters: readonly RoutineParameter[];
  /** Result of a scalar function. */
  readonly returns?: RoutineValue;
  /** Columns of a table function's rows. */
  readonly columns: readonly RoutineValue[];
  readonly allowWrites: boolean;
  readonly requiredPermission?: string;
  /** It reads and writes protected fields, too. */
  readonly readsProtected: boolean;
  /** A CREATE statement as written by its author. */
  readonly definition: string;
}

/** A routine read from its record, with the faults of the record. */
export interface ReadRoutine {
  readonly routine: Routine;
  readonly problems: readonly string[];
}

/** Pattern of names; the capital excludes the names of PostgreSQL's own functions, which are lower-case. */
const OBJECT_NAME = /^[A-Z][A-Za-z0-9_]{0,62}$/;
const VALUE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

const COLUMN_MEMBERS = ['Name', 'Type', 'IsList'];
const MEMBERS = { Parameters: [...COLUMN_MEMBERS, 'Required', 'Direction'], Returns: COLUMN_MEMBERS };

/** Reads the record of a routine. */
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
    const routine = {
      name: record.text('ObjectName') ?? '',
      kind: kind ?? 'Procedure',
      parameters: record.objects('Parameters').map((json) => this.#parameter(new Definition(json))),
      returns:
        kind === 'ScalarFunction' ? this.#value('ReturnType', 'ReturnType', record.text('ReturnType')) : undefined,
      columns:
        kind === 'TableFunction' ? record.objects('Returns').map((json) => this.#column(new Definition(json))) : [],
      allowWrites: record.flag('AllowWrites'),
      requiredPermission: record.text('RequiredPermission'),
      readsProtected: record.flag('ReadsProtected'),
      definition: record.text('Definition') ?? '',
    };
    if (!kind) this.problems.push('ObjectType must be 1 (procedure), 2 (scalar function) or 3 (table function).');
    if (!OBJECT_NAME.test(routine.name)) this.problems.push(`ObjectName must match ${OBJECT_NAME.source}.`);
    if (routine.definition.trim() === '') this.problems.push('Definition is required.');
    this.#checkRights(routine);
    this.#checkShape(routine);
    return routine;
  }

  #checkRights({ readsProtected, requiredPermission = '' }: Routine): void {
    if (readsProtected && requiredPermission.trim() === '')
      this.problems.push('ReadsProtected needs a RequiredPermission.');
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
      this.problems.push(`Parameter ${name}: an output parameter cannot be a list.`);
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
      this.problems.push(`${member}: '${shortened(name)}' is not a valid name; names match ${VALUE_NAME.source}.`);
    const value = routineValue(name, type, isList);
    if (!value) this.problems.push(`${member}: the type of ${name} must be one of ${ROUTINE_TYPES.join(', ')}.`);
    return value ?? routineValue(name, 'Text', false)!;
  }
}

const kindOfNumber = (number: number | undefined): RoutineKind | undefined =>
  (Object.keys(ROUTINE_KINDS) as RoutineKind[]).find((kind) => ROUTINE_KINDS[kind] === number);
