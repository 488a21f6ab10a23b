import { isDerived, type Field, type FieldType } from '#core/catalogue/field.js';
import { patternProblem } from './auto-number.js';
import { symbolicDefault } from './defaults.js';
import { valueTypeOf } from './value-types.js';
import { boundedPattern, PatternRefused } from '#core/values/bounded-pattern.js';

const TEXTS: ReadonlySet<FieldType> = new Set(['Text', 'LongText']);
const RANGES: ReadonlySet<FieldType> = new Set(['Int', 'Decimal', 'Date', 'DateTime']);
const ENUMS: ReadonlySet<FieldType> = new Set(['Enum', 'MultiEnum']);
/** PostgreSQL's limit for a column of type numeric. */
const MAX_PRECISION = 1000;
/** Maximum number of fraction digits of a derived value. */
const MAX_SCALE = 18;
/** Arbitrary context in which symbolic defaults are validated. */
const TRIAL = { at: new Date(0), timeZone: 'UTC', userId: '00000000-0000-0000-0000-000000000000' };

/** Members that only some types allow. */
const MEMBERS: Readonly<Partial<Record<keyof Field, ReadonlySet<FieldType>>>> = {
  minLength: TEXTS,
  maxLength: TEXTS,
  regex: TEXTS,
  format: TEXTS,
  min: RANGES,
  max: RANGES,
};

/** Returns the name of a member as in a definition. */
const titled = (member: string): string => `${member[0].toUpperCase()}${member.slice(1)}`;

function* misplaced(field: Field): Generator<string> {
  for (const [member, types] of Object.entries(MEMBERS)) {
    const isGiven = field[member as keyof Field] !== undefined;
    if (isGiven && !types.has(field.type)) {
      yield `${titled(member)} is not allowed for a field of type ${field.type}.`;
    }
  }
}

function* textProblems({ regex, minLength = 0, maxLength = Infinity }: Field): Generator<string> {
  if (minLength < 0 || maxLength < 1 || minLength > maxLength) {
    yield 'MinLength must not be negative and not exceed MaxLength, which must be at least 1.';
  }
  try {
    if (regex !== undefined) boundedPattern(regex);
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    yield `Regex ${error.message}.`;
  }
}

function* decimalProblems({ precision, scale }: Field): Generator<string> {
  const isWhole = Number.isInteger(precision) && Number.isInteger(scale);
  if (!isWhole || precision < 1 || precision > MAX_PRECISION) {
    yield `Precision must be a whole number from 1 to ${MAX_PRECISION}.`;
  } else if (scale < 0 || scale > precision) yield 'Scale must be a whole number from 0 to Precision.';
}

function* rangeProblems(field: Field): Generator<string> {
  const { parse, check } = valueTypeOf(field);
  const read = (bound: string | undefined) => (bound === undefined ? undefined : parse(bound, field));
  const [min, max] = [read(field.min), read(field.max)];
  if (min && !min.ok) yield `Min must be ${min.expected}.`;
  if (max && !max.ok) yield `Max must be ${max.expected}.`;
  if (min?.ok && max?.ok && check(min.value, field).length > 0) yield 'Min must not exceed Max.';
}

function* enumProblems({ type, values }: Field): Generator<string> {
  const names = values.map(({ value }) => value);
  if (names.length === 0) yield 'Values must name at least one value.';
  if (new Set(names).size < names.length) yield 'Values must not name a value twice.';
  if (names.some((name) => name.trim() !== name || name === '' || name.includes('\0') || !name.isWellFormed())) {
    yield 'Values must be text that is not empty and has no blanks at its ends.';
  }
  if (type === 'MultiEnum' && names.some((name) => name.includes(',')))
    yield 'Values of a MultiEnum must have no comma.';
}

function* defaultProblems(field: Field): Generator<string> {
  if (field.default === undefined || field.default === null || symbolicDefault(field, TRIAL) !== undefined) return;
  const { parse, check } = valueTypeOf(field);
  const constant = parse(field.default, field);
  if (!constant.ok) yield `Default must be ${constant.expected}${symbolicDefaults(field)}.`;
  else for (const { message } of check(constant.value, field)) yield `Default breaks a rule: ${message}`;
}

/** Lists the symbolic defaults of a field's type, as the end of a message. */
function symbolicDefaults({ type, target }: Field): string {
  if (type === 'Date') return ', or Today with an optional offset such as Today+30d';
  if (type === 'DateTime') return ', or Now or Today with an optional offset such as Now+8h or Today+30d';
  return type === 'Lookup' && target === 'User' ? ', or Me' : '';
}

/** Checks the members that each type needs to read its values. */
function* typeProblems(field: Field): Generator<string> {
  if (TEXTS.has(field.type)) yield* textProblems(field);
  if (field.type === 'Decimal') yield* decimalProblems(field);
  if (ENUMS.has(field.type)) yield* enumProblems(field);
  if (field.type === 'Lookup' && !field.target) yield 'Target must name an entity.';
  if (field.type === 'AutoNumber') {
    const problem = field.pattern ? patternProblem(field.pattern) : 'Pattern is required.';
    if (problem) yield problem;
  }
}

/** Finds members that a derived field cannot have: rules and defaults do not apply to derived values. */
function* derivedProblems(field: Field): Generator<string> {
  const ruled: readonly (keyof Field)[] = [
    'minLength',
    'maxLength',
    'regex',
    'format',
    'min',
    'max',
    'default',
    'target',
  ];
  const given = ruled.filter((member) => field[member] !== undefined);
  if (field.unique) given.push('unique');
  for (const member of given) {
    yield `${titled(member)} is not allowed for a ${field.computed ? 'Computed' : 'Rollup'} field.`;
  }
  if (field.type === 'Decimal' && !(Number.isInteger(field.scale) && field.scale >= 0 && field.scale <= MAX_SCALE)) {
    yield `Scale must be a whole number from 0 to ${MAX_SCALE}.`;
  }
}

/**
 * Lists the faults of a field's definition by itself, as messages; empty if its values can be read, checked and stored.
 * Names of other definitions, and expressions and rollups, are checked with the catalogue.
 */
export function fieldDefinitionProblems(field: Field): string[] {
  if (isDerived(field)) return [...derivedProblems(field)];
  const problems = [...misplaced(field), ...typeProblems(field)];
  if (problems.length === 0 && RANGES.has(field.type)) problems.push(...rangeProblems(field));
  return problems.length > 0 ? problems : [...defaultProblems(field)];
}
