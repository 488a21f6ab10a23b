import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import {
  faultAt,
  objectFaults,
  optionalClauseFaults,
  type MemberFault,
  type MemberFaults,
} from '#definitions/core/checks/member-faults.js';
import { isUuid } from '#core/values/uuid-text.js';
import { isArray, isObject, type JsonObject } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { CronLimits } from '#automation/core/schedules/cron.js';
import { isReserved } from '#core/catalogue/system-entities.js';
import { buildTrigger, type Trigger } from '#core/catalogue/trigger.js';
import type { WorkflowNames } from './action-check.js';
import { RECEIVER_MEMBERS, receiverFaults } from './check-messages.js';
import { tokenFaults } from './token-faults.js';
import type { TokenScope } from './token-scope.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { changeFaults } from './check-field-changes.js';
import { dueFaults, scheduleFaults } from './check-schedules.js';
import type { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { Steps } from '#core/steps.js';

/** Definitions and limits that triggers are checked against, beside the catalogue. */
export interface TriggerRules extends Pick<WorkflowNames, 'roles' | 'teams' | 'users' | 'workflows'> {
  readonly cron: CronLimits;
}

/** Finds faults in the triggers of an environment, inactive ones included. */
export function triggerProblems(
  check: SelectiveCheck,
  triggers: readonly JsonObject[],
  { workflows, cron, ...names }: TriggerRules,
): Steps<readonly DefinitionProblem[]> {
  const checked = { ...names, workflows, cron, byId: new Map(workflows.map((workflow) => [workflow.id, workflow])) };
  const isFull = triggers.filter(isSchedule).length > MAX_SCHEDULES;
  const others = [JSON.stringify([names, cron]), isFull, ...workflows];
  return check.of('trigger', triggers, others, function* (ctx, json): Generator<DefinitionProblem> {
    const trigger = buildTrigger(json);
    const about = { entityName: 'Trigger', id: trigger.id, name: trigger.name };
    for (const fault of ownFaults(ctx, new Definition(json), trigger, checked))
      yield { ...about, ...fault, message: `${trigger.name}: ${fault.message}` };
    // The text has no number, so that it stays the same for the triggers that a write does not concern.
    if (isFull && isSchedule(json)) yield { ...about, fieldName: 'TriggerType', message: TOO_MANY_SCHEDULES };
  });
}

/** Most schedules of an environment. */
const MAX_SCHEDULES = 1_000;
const TOO_MANY_SCHEDULES = `An environment has at most ${MAX_SCHEDULES} active triggers of type Scheduled.`;

function isSchedule(json: JsonObject): boolean {
  const trigger = new Definition(json);
  return trigger.text('TriggerType') === 'Scheduled' && trigger.flag('IsActive', true);
}

interface Checked extends TriggerRules {
  readonly byId: ReadonlyMap<string, Workflow>;
}

function* ownFaults(ctx: RequestContext, definition: Definition, trigger: Trigger, rules: Checked): MemberFaults {
  yield* memberFaults(definition, trigger);
  const entity = entityOf(ctx, trigger);
  if ('message' in entity) yield entity;
  const known = 'message' in entity ? undefined : entity;
  if (trigger.type === 'EventBased') yield* changeFaults(definition, trigger, known);
  if (trigger.type === 'Scheduled') yield* scheduleFaults(trigger, rules.cron);
  if (trigger.type === 'DateBased') yield* dueFaults(definition, trigger, known);
  if (known && trigger.type !== 'Scheduled')
    yield* optionalClauseFaults(ctx, known, definition.value('WhereClause'), 'WhereClause');
  yield* workflowFaults(definition, trigger, rules.byId);
  yield* notificationFaults(definition, scopeOf(ctx, trigger, known), rules);
}

/** Members that only some types of triggers have. */
const MEMBERS: Readonly<Record<Trigger['type'], readonly string[]>> = {
  EventBased: ['TriggerEvent', 'FieldCriteria', 'FieldChanges', 'WhereClause'],
  DateBased: ['DateField', 'OffsetDays', 'TimeOfDay', 'TimeZone', 'CatchUp', 'WhereClause'],
  Scheduled: ['CronExpression', 'TimeZone', 'CatchUp'],
};

function* memberFaults(definition: Definition, { type }: Trigger): MemberFaults {
  const own = MEMBERS[type];
  for (const name of new Set(Object.values(MEMBERS).flat())) {
    if (own.includes(name) || definition.value(name) === undefined) continue;
    const types = Object.entries(MEMBERS).flatMap(([each, members]) => (members.includes(name) ? [each] : []));
    yield faultAt(name, `${name} belongs to triggers of type ${types.join(' and ')}; this one is ${type}.`);
  }
}

/** Entities of the service whose changes start triggers, beside those of one's own. */
const OPEN_ENTITIES: readonly string[] = ['User', 'Notification', 'ApprovalRequest'];

function entityOf({ catalogue }: RequestContext, { entityName: name }: Trigger): Entity | MemberFault {
  const entity = catalogue.find(name);
  if (entity && (!isReserved(entity.name) || OPEN_ENTITIES.includes(entity.name))) return entity;
  const own = [...catalogue.entities.values()].map((each) => each.name).filter((each) => !isReserved(each));
  if (!entity)
    return faultAt(
      'EntityName',
      `There is no entity '${shortened(name)}'.${didYouMean(name, [...own, ...OPEN_ENTITIES])}`,
    );
  return faultAt(
    'EntityName',
    `Triggers stand on entities of your own, ${OPEN_ENTITIES.join(', ')}, not on ${entity.name}.`,
  );
}

/** Most workflows, and most notifications, of a trigger. */
const MAX_STARTED = 50;

function* workflowFaults(definition: Definition, trigger: Trigger, byId: Checked['byId']): MemberFaults {
  const given = definition.value('WorkflowIds');
  if (given === undefined) return;
  if (!isArray(given)) return yield faultAt('WorkflowIds', 'WorkflowIds must be an array of ids.');
  if (given.length > MAX_STARTED)
    return yield faultAt('WorkflowIds', `A trigger starts at most ${MAX_STARTED} workflows.`);
  const taken = new Set<string>();
  for (const [i, json] of given.entries()) {
    const at = `WorkflowIds[${i}]`;
    const id = typeof json === 'string' ? json.toLowerCase() : '';
    if (!isUuid(id)) yield faultAt(at, 'The id of a workflow is required.');
    else if (taken.has(id)) yield faultAt(at, 'The workflow is named twice.');
    else yield* startFaults(trigger, byId.get(id), at);
    taken.add(id);
  }
}

function* startFaults(trigger: Trigger, workflow: Workflow | undefined, path: string): MemberFaults {
  if (!workflow) return yield faultAt(path, 'There is no workflow with this id.');
  const { name, type, entityName, tokens } = workflow;
  const wanted = trigger.type === 'EventBased' ? ['Triggered'] : ['Triggered', 'Scheduled'];
  if (!wanted.includes(type))
    yield faultAt(
      path,
      `${name} is ${type}; a trigger of type ${trigger.type} starts ${wanted.join(' or ')} workflows.`,
    );
  if (entityName !== undefined && entityName.toLowerCase() !== trigger.entityName.toLowerCase())
    yield faultAt(path, `${name} is for records of ${entityName}, not of ${trigger.entityName}.`);
  for (const token of tokens.filter(({ required }) => required))
    yield faultAt(path, `${name} requires the token ${token.name}, which a trigger does not give.`);
}

/** Tokens of messages: the record, and as it was before. */
function scopeOf({ catalogue }: RequestContext, { type, event }: Trigger, entity: Entity | undefined): TokenScope {
  const none = type === 'Scheduled' ? 'A Scheduled trigger has no Record.' : undefined;
  const isBefore = type === 'EventBased' && event !== 'Created';
  const noOld = isBefore ? undefined : 'There is no Old: the record was not changed.';
  const item = 'Item is the row of a ForEach of a workflow.';
  const old = none ?? noOld ?? entity;
  return { catalogue, tokens: [], record: none ?? entity, old, item, results: new Map(), actions: new Set() };
}

function* notificationFaults(definition: Definition, scope: TokenScope, named: TriggerRules): MemberFaults {
  const given = definition.value('Notifications');
  if (given === undefined) return;
  if (!isArray(given)) return yield faultAt('Notifications', 'Notifications must be an array of objects.');
  if (given.length > MAX_STARTED)
    return yield faultAt('Notifications', `A trigger sends at most ${MAX_STARTED} messages.`);
  for (const [i, json] of given.entries()) {
    const path = `Notifications[${i}]`;
    yield* objectFaults(json, path, [...RECEIVER_MEMBERS, 'Message']);
    if (!isObject(json)) continue;
    const { Message: message = null } = json;
    if (typeof message !== 'string' || message.trim() === '')
      yield faultAt(`${path}.Message`, 'A message is required: text.');
    yield* tokenFaults(scope, message, `${path}.Message`);
    yield* receiverFaults({ named, scope }, json, path);
  }
}
