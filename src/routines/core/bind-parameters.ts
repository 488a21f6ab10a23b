import { DomainError, Faults } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Value } from '#core/fields/value-type.js';
import type { Routine, RoutineParameter } from './routine.js';
import { parseRoutineValue } from './routine-value.js';

/** An element of `Parameters`, bound by its name, or by its position if it has none. */
export interface GivenParameter {
  readonly name: string | undefined;
  /** Given value; `undefined` if the member is missing, which is allowed for output parameters only. */
  readonly value: JsonValue | undefined;
  readonly path: string;
}

/**
 * Binds the values of a call in the order of the routine's parameters. Output parameters and missing optional ones are
 * null.
 *
 * @throws {DomainError} Validation with all faults: unknown, duplicate, missing, too many, of another type.
 */
export function bindParameters(routine: Routine, given: readonly GivenParameter[]): readonly Value[] {
  const faults = new Faults();
  const named = given.filter(({ name }) => name !== undefined).length;
  if (named > 0 && named < given.length) {
    const message = 'Give every parameter a Name, or none.';
    throw new DomainError({ code: 'Validation', message, path: 'Parameters' });
  }
  const taken = named > 0 ? byName(routine, given, faults) : byPlace(routine, given, faults);
  const values = routine.parameters.map((parameter) => parameterArgument(parameter, taken.get(parameter), faults));
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

/** Assigns given values by name, in any letter case and without a leading `@`. */
function byName({ name, parameters }: Routine, given: readonly GivenParameter[], faults: Faults): Taken {
  const taken = new Map<RoutineParameter, GivenParameter>();
  for (const each of given) {
    const wanted = each.name!.replace(/^@/, '');
    const parameter = parameters.find((known) => known.name.toLowerCase() === wanted.toLowerCase());
    const where = { path: each.path, fieldName: parameter?.name };
    if (!parameter) {
      const shown = shortened(wanted);
      const names = parameters.map((known) => known.name);
      faults.add('Validation', `${name} has no parameter '${shown}'.${didYouMean(wanted, names, faults)}`, {
        path: each.path,
      });
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
