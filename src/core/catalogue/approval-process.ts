import { Definition } from './definition.js';
import { isObject, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Users who decide about a step; several members add up. */
export interface Approvers {
  /** UserNames. */
  readonly users: readonly string[];
  readonly role?: string;
  readonly team?: string;
  /** The manager of the record's owner. */
  readonly ownerManager: boolean;
  /** Name of a field of the record that looks up a user or a team. */
  readonly field?: string;
  /** Only users who belong to the record's owner team or a team above it. */
  readonly withinOwnerTeam: boolean;
}

/** Number of approvals that complete a step: one, all, or n. */
export type ApprovalRule = 'Any' | 'All' | { readonly count: number };

/** A step of a process. */
export interface ApprovalStep {
  readonly sequence: number;
  readonly name: string;
  /** Where-clause; the step is skipped where the record does not meet it. */
  readonly criteria?: JsonValue;
  readonly approvers: Approvers;
  readonly rule: ApprovalRule;
  /** Hours from the beginning of the step to `DueOn`. */
  readonly dueHours?: number;
  readonly escalateTo?: Approvers;
}

/** Consequences of the end of a request. */
export interface ApprovalEffect {
  /** Name of a status. */
  readonly moveTo?: string;
  /** Names of workflows. */
  readonly runWorkflows: readonly string[];
}

/** Outcomes of a request after which something may follow. */
export type ApprovalOutcome = 'Approved' | 'Rejected' | 'Returned';

/** How records of an entity are approved (docs/definitions.md#approvalprocess). */
export interface ApprovalProcess {
  readonly id: string;
  readonly name: string;
  readonly entityName: string;
  readonly isActive: boolean;
  /** Manual: a request is started by a caller alone. */
  readonly startMode: 'Automatic' | 'Manual';
  readonly startOn: ReadonlySet<'Insert' | 'Update'>;
  /** Where-clause; absent: every record. */
  readonly startCriteria?: JsonValue;
  readonly allowSelfApproval: boolean;
  /** After a return or a recall no move of the record is made until a request is approved. */
  readonly blocksMoves: boolean;
  /** In the order of their Sequence. */
  readonly steps: readonly ApprovalStep[];
  /** The same as JSON text, which requests keep. */
  readonly stepsText: string;
  readonly effects: Readonly<Record<ApprovalOutcome, ApprovalEffect>>;
}

/** Builds a process from its definition, whose faults the checks of definitions refuse. */
export function buildApprovalProcess(json: JsonObject): ApprovalProcess {
  const definition = new Definition(json);
  const startOn = definition.texts('StartOn') as ('Insert' | 'Update')[];
  const startCriteria = definition.value('StartCriteria');
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    entityName: definition.text('EntityName') ?? '',
    isActive: definition.flag('IsActive', true),
    startMode: definition.text('StartMode') === 'Manual' ? 'Manual' : 'Automatic',
    startOn: new Set(startOn.length > 0 ? startOn : ['Insert', 'Update']),
    ...(startCriteria !== undefined && { startCriteria }),
    allowSelfApproval: definition.flag('AllowSelfApproval'),
    blocksMoves: definition.flag('BlocksMoves', true),
    steps: approvalSteps(definition.value('Steps')),
    stepsText: writeJson(definition.value('Steps') ?? []),
    effects: {
      Approved: effectOf(definition.value('OnApproved')),
      Rejected: effectOf(definition.value('OnRejected')),
      Returned: effectOf(definition.value('OnReturned')),
    },
  };
}

/** Reads the steps of a process, or those that a request has kept, in the order of their Sequence. */
export function approvalSteps(json: JsonValue | undefined): readonly ApprovalStep[] {
  const steps = new Definition({ Steps: json ?? null }).objects('Steps').map(stepOf);
  return steps.toSorted((a, b) => a.sequence - b.sequence);
}

function stepOf(json: JsonObject, index: number): ApprovalStep {
  const definition = new Definition(json);
  const [criteria, dueHours, escalateTo] = ['Criteria', 'DueHours', 'EscalateTo'].map((name) => definition.value(name));
  return {
    sequence: definition.int('Sequence') ?? index + 1,
    name: definition.text('Name') ?? '',
    ...(criteria !== undefined && { criteria }),
    approvers: approversOf(definition.value('Approvers')),
    rule: ruleOf(definition.value('Rule')),
    ...(dueHours !== undefined && { dueHours: definition.int('DueHours') }),
    ...(escalateTo !== undefined && { escalateTo: approversOf(escalateTo) }),
  };
}

function ruleOf(json: JsonValue | undefined): ApprovalRule {
  if (isObject(json)) return { count: new Definition(json).int('Count') ?? 1 };
  return json === 'All' ? 'All' : 'Any';
}

function approversOf(json: JsonValue | undefined): Approvers {
  const definition = new Definition(isObject(json) ? json : {});
  const [role, team, field] = ['Role', 'Team', 'Field'].map((name) => definition.text(name));
  return {
    users: definition.texts('Users'),
    ...(role !== undefined && { role }),
    ...(team !== undefined && { team }),
    ownerManager: definition.flag('OwnerManager'),
    ...(field !== undefined && { field }),
    withinOwnerTeam: definition.flag('WithinOwnerTeam'),
  };
}

function effectOf(json: JsonValue | undefined): ApprovalEffect {
  const definition = new Definition(isObject(json) ? json : {});
  const moveTo = definition.text('MoveTo');
  return { ...(moveTo !== undefined && { moveTo }), runWorkflows: definition.texts('RunWorkflows') };
}

/** Remarks about a process that is valid, for the `Log` of the write. */
export function processRemarks(json: JsonObject): readonly string[] {
  const { name, isActive, startMode, startOn, startCriteria } = buildApprovalProcess(json);
  if (!isActive || startMode !== 'Automatic' || startOn.has('Update')) return [];
  const what =
    startCriteria === undefined ? 'a changed record' : 'a record that is changed until it meets StartCriteria';
  return [
    `${name}: StartOn has no Update, so ${what} is never submitted by itself, and neither is one that was returned or recalled.`,
  ];
}
