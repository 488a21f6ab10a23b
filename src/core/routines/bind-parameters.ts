import { DomainError, Faults } from '../errors.js';
import type { JsonValue } from '../json/json.js';
import { didYouMean } from '../nearest.js';
import type { Value } from '../field-types/value-type.js';
import type { Routine, RoutineParameter } from './routine.js';
import { parseRoutineValue } from './routine-value.js';

/** One element of `Parameters`; without a name it is meant by its place. */
export interface GivenParameter {
  readonly name: string | undefined;
  /** `undefined`: the member is absent, which only an output parameter may leave out. */
  readonly value: JsonValue | undefined;
  readonly path: string;
}

/**
 * The values of a call in the order of the object's parameters. Output parameters, and those that are not required and
 * not given, are null.
 *
 * @throws {DomainError} Validation with everything that is wrong: unknown, duplicate, missing, too many, not of the type.
 */
export function bindParameters(object: Routine, given: readonly GivenParameter[]): readonly Value[] {
  const faults = new Faults();
  const named = given.filter(({ name }) => name !== undefined).length;
  if (named > 0 && named < given.length) {
    const message = 'Give every parameter a Name, or none.';
    throw new DomainError({ code: 'Validation', message, path: 'Parameters' });
  }
  const taken = named > 0 ? byName(object, given, faults) : byPlace(object, given, faults);
  const values = object.parameters.map((parameter) => parameterArgument(parameter, taken.get(parameter), faults));
  faults.throwIfAny();
  return values;
}

type Taken = ReadonlyMap<RoutineParameter, GivenParameter>;

function byPlace({ name, parameters }: Routine, given: readonly GivenParameter[], faults: Faults): Taken {
  const inputs = parameters.filter(({ isOut }) => !isOut);
  for (const { path } of given.slice(inputs.length)) {
    faults.add('Validation', `${name} takes ${inputs.length} parameters, not ${given.length}.`, { path });
  }
  return new Map(inputs.flatMap((parameter, i) => (given[i] ? [[parameter, given[i]] as const] : [])));
}

/** A leading `@` is dropped, and letter case makes no difference. */
function byName({ name, parameters }: Routine, given: readonly GivenParameter[], faults: Faults): Taken {
  const taken = new Map<RoutineParameter, GivenParameter>();
  for (const each of given) {
    const wanted = each.name!.replace(/^@/, '');
    const parameter = parameters.find((known) => known.name.toLowerCase() === wanted.toLowerCase());
    const where = { path: each.path, fieldName: parameter?.name };
    if (!parameter) {
      const shown = wanted.slice(0, 100).toWellFormed();
      const names = parameters.map((known) => known.name);
      faults.add('Validation', `${name} has no parameter '${shown}'.${didYouMean(wanted, names)}`, { path: each.path });
    } else if (taken.has(parameter)) {
      faults.add('Validation', `Parameter ${parameter.name} is given twice.`, where);
    } else if (parameter.isOut && (each.value ?? null) !== null) {
      faults.add('Validation', `${parameter.name} is an output parameter; it takes no value.`, where);
    } else taken.set(parameter, each);
  }
  return taken;
}

function parameterArgument(parameter: RoutineParameter, given: GivenParameter | undefined, faults: Faults): Value {
  const { name, required, isOut } = parameter;
  if (isOut) return null;
  const value = given ? given.value : null;
  const path = given?.path ?? 'Parameters';
  if (value === undefined) {
    const at = `${path}.Value`;
    faults.add('Validation', `${at} is missing; to mean none send null.`, { fieldName: name, path: at });
  } else if (value === null) {
    if (required) faults.add('Validation', `Parameter ${name} is required.`, { fieldName: name, path });
  } else {
    const result = parseRoutineValue(parameter, value);
    if (result.ok) return result.value;
    faults.add('Validation', `Parameter ${name} must be ${result.expected}.`, { fieldName: name, path });
  }
  return null;
}
