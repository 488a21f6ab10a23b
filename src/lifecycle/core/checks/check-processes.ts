import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { approverFaults } from './check-approvers.js';
import { entityOf } from './check-lifecycles.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import {
  faultAt,
  isText,
  nameFaults,
  namesFaults,
  numberOf,
  objectFaults,
  optionalClauseFaults,
  type MemberFaults,
} from '#definitions/core/checks/member-faults.js';
import type { NamedDefinitions } from './named-definitions.js';
import type { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { Steps } from '#core/steps.js';

/** Finds faults in the approval processes of an environment, inactive ones included. */
export const processProblems = (
  check: SelectiveCheck,
  processes: readonly JsonObject[],
  named: NamedDefinitions,
): Steps<readonly DefinitionProblem[]> =>
  check.of('process', processes, [JSON.stringify(named)], (ctx, json) => problemsOf(ctx, new Definition(json), named));

function* problemsOf(ctx: RequestContext, process: Definition, named: NamedDefinitions): Generator<DefinitionProblem> {
  const name = process.text('Name') ?? '';
  const about = { entityName: 'ApprovalProcess', id: process.text('Id') ?? '', name };
  const entity = entityOf(ctx.catalogue, process);
  const faults = 'message' in entity ? [entity] : memberFaults(ctx, entity, process, named);
  for (const fault of faults) yield { ...about, ...fault, message: `${name}: ${fault.message}` };
}

/** An approval process under check: its entity, and the names that it may give. */
interface Checked {
  readonly ctx: RequestContext;
  readonly entity: Entity;
  readonly named: NamedDefinitions;
}

function* memberFaults(
  ctx: RequestContext,
  entity: Entity,
  process: Definition,
  named: NamedDefinitions,
): MemberFaults {
  const checked = { ctx, entity, named };
  const startOn = process.value('StartOn');
  if (isArray(startOn ?? null) && process.array('StartOn').length === 0)
    yield faultAt('StartOn', 'StartOn must name Insert, Update or both.');
  yield* namesFaults(startOn, 'StartOn', { kind: 'a write (Insert, Update)', names: ['Insert', 'Update'] });
  yield* optionalClauseFaults(ctx, entity, process.value('StartCriteria'), 'StartCriteria');
  yield* stepsFaults(checked, process.value('Steps'));
  for (const member of ['OnApproved', 'OnRejected', 'OnReturned'])
    yield* effectFaults(checked, process.value(member), member);
}

const STEP_MEMBERS = ['Sequence', 'Name', 'Criteria', 'Approvers', 'Rule', 'DueHours', 'EscalateTo'];

function* stepsFaults(checked: Checked, json: JsonValue | undefined): MemberFaults {
  if (json === undefined || !isArray(json) || json.length === 0)
    return yield faultAt('Steps', 'Steps must be an array of at least one step.');
  const sequences = new Set<number>();
  for (const [i, step] of json.entries()) {
    const path = `Steps[${i}]`;
    yield* objectFaults(step, path, STEP_MEMBERS);
    if (!isObject(step)) continue;
    yield* sequenceFaults(step.Sequence ?? new JsonNumber(String(i + 1)), `${path}.Sequence`, sequences);
    yield* stepFaults(checked, step, path);
  }
}

/** @param known sequences of the steps before, to which that of the step is added. */
function* sequenceFaults(json: JsonValue, path: string, known: Set<number>): MemberFaults {
  const sequence = numberOf(json);
  if (!isWhole(sequence) || sequence > MAX_SEQUENCE)
    yield faultAt(path, 'The sequence must be a positive whole number.');
  else if (known.has(sequence)) yield faultAt(path, `Two steps have the sequence ${sequence}.`);
  known.add(sequence);
}

const isWhole = (number: number): boolean => Number.isSafeInteger(number) && number >= 1;

/** Bounds of whole numbers: the type of the columns, and about ten years. */
const MAX_SEQUENCE = 2_147_483_647;
const MAX_HOURS = 100_000;

function* stepFaults({ ctx, entity, named }: Checked, step: JsonObject, path: string): MemberFaults {
  const { Name: name = null, DueHours: dueHours = null, EscalateTo: escalateTo = null } = step;
  if (!isText(name)) yield faultAt(`${path}.Name`, 'A name is required.');
  yield* optionalClauseFaults(ctx, entity, step.Criteria, `${path}.Criteria`);
  yield* approverFaults(entity, step.Approvers, `${path}.Approvers`, named);
  yield* ruleFaults(step, `${path}.Rule`);
  if (dueHours !== null && !(numberOf(dueHours) > 0 && numberOf(dueHours) <= MAX_HOURS))
    yield faultAt(`${path}.DueHours`, `The number of hours must be above 0 and at most ${MAX_HOURS}.`);
  if (escalateTo !== null) yield* approverFaults(entity, escalateTo, `${path}.EscalateTo`, named);
}

function* ruleFaults({ Rule: rule, Approvers: approvers }: JsonObject, path: string): MemberFaults {
  if ((rule ?? 'Any') === 'Any' || rule === 'All') return;
  if (!isObject(rule)) return yield faultAt(path, 'The rule must be "Any", "All" or {"Count": n}.');
  yield* objectFaults(rule, path, ['Count']);
  const count = numberOf(rule.Count);
  const listed = isObject(approvers) ? listedUsers(approvers) : Infinity;
  if (!isWhole(count)) yield faultAt(`${path}.Count`, 'The count must be a whole number of at least 1.');
  else if (count > listed)
    yield faultAt(`${path}.Count`, `The count is ${count}, but the step names ${listed} approvers.`);
}

/** Number of approvers that are named themselves; without limit where a role, team or field may add others. */
function listedUsers(approvers: JsonObject): number {
  const { Users: users = null, Role: role, Team: team, Field: field, OwnerManager: manager } = approvers;
  const isOpen = [role, team, field].some((each) => (each ?? null) !== null) || manager === true;
  return isOpen || !isArray(users) ? Infinity : new Set(users).size;
}

function* effectFaults({ entity, named }: Checked, json: JsonValue | undefined, member: string): MemberFaults {
  if (json === undefined) return;
  yield* objectFaults(json, member, ['MoveTo', 'RunWorkflows']);
  if (!isObject(json)) return;
  yield* namesFaults(json.RunWorkflows, `${member}.RunWorkflows`, { kind: 'a workflow', names: named.workflows });
  if ((json.MoveTo ?? null) === null) return;
  if (!entity.lifecycle) return yield faultAt(`${member}.MoveTo`, `${entity.name} has no active lifecycle.`);
  const { statuses } = entity.lifecycle;
  if (typeof json.MoveTo === 'string' && statuses.has(json.MoveTo.toLowerCase())) return;
  const names = [...statuses.values()].map(({ name }) => name);
  const kind = `a status of the lifecycle ${entity.lifecycle.name}`;
  yield* nameFaults(json.MoveTo, `${member}.MoveTo`, { kind, names });
}
