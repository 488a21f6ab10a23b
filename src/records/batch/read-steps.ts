import type { RequestContext } from '#core/context/context.js';
import { isObject, type JsonValue } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { MAX_STEPS, STEP_MEMBERS, STEP_OPERATIONS, type BatchStep } from '#records/core/batch/batch-command.js';

/** Members of the bodies of operations. */
const BODY_MEMBERS = ['EntityName', 'MatchOn', 'Fields', 'WhereClause', 'Options'];

const REF = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

/** The name among `names` that equals the value in any letter case. */
export function chosenName<Name extends string>(
  value: JsonValue | undefined,
  names: readonly Name[],
): Name | undefined {
  return typeof value === 'string' ? names.find((name) => name.toLowerCase() === value.toLowerCase()) : undefined;
}

/** Reads the steps of a batch without the bodies of their operations. @param name of the member that has them */
export function readSteps(
  { preferences }: RequestContext,
  reader: ShapeReader,
  members: Members,
  name = 'Steps',
): readonly BatchStep[] {
  if (preferences.ifMatch !== undefined) {
    const message = 'If-Match has no meaning for a batch; give Options.ExpectedVersion to the steps it is about.';
    reader.faults.add('Validation', message, { path: 'If-Match' });
  }
  const items = members.array(name) ?? [];
  if (members.optionalArray(name)?.length === 0) members.fault(name, `${name} must have at least one step.`);
  if (items.length > MAX_STEPS) {
    members.fault(name, `A batch has at most ${MAX_STEPS} steps, not ${items.length}.`, 'TooManyRows');
    return [];
  }
  const refs = new Set<string>();
  return items.flatMap((item, i): readonly BatchStep[] => {
    const path = `${name}[${i}]`;
    const operationOf = isObject(item) ? chosenName(item.Operation, STEP_OPERATIONS) : undefined;
    // Its other members belong to its operation's body and are read with it.
    const known = operationOf && isObject(item) ? Object.keys(item) : [...STEP_MEMBERS, ...BODY_MEMBERS];
    const step = reader.object(item, path, known);
    if (!isObject(item)) return [];
    const operation = operationOf ?? refuseOperation(step);
    const ref = readRef(step, refs);
    return operation ? [{ operation, body: item, ...(ref !== undefined && { ref }) }] : [];
  });
}

function refuseOperation(step: Members): undefined {
  if (step.isMisspelt('Operation')) return undefined;
  return step.fault('Operation', `${step.at('Operation')} must be ${STEP_OPERATIONS.join(', ')}.`);
}

function readRef(step: Members, refs: Set<string>): string | undefined {
  const ref = step.optionalText('Ref');
  if (ref === undefined) return undefined;
  if (!REF.test(ref))
    return step.fault('Ref', `${step.at('Ref')} must begin with a letter and have letters, digits and _ only.`);
  if (refs.has(ref)) return step.fault('Ref', `${step.at('Ref')}: another step is called '${shortened(ref)}' already.`);
  refs.add(ref);
  return ref;
}
