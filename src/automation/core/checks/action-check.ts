import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { faultAt, type MemberFault } from '#definitions/core/checks/member-faults.js';
import type { JsonObject } from '#core/json/json.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import type { Routine } from '#routines/core/routine.js';
import { systemContext } from '#core/context/system-context.js';
import { isReserved } from '#core/catalogue/system-entities.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import type { CodedAction } from '#automation/core/coded-actions/coded-action.js';
import type { TokenScope } from './token-scope.js';

/** A definition or a user that may be named by name or by id. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** A saved query that an action may run. */
export interface NamedQuery extends NamedRecord {
  readonly entityName: string;
  readonly parameters: readonly Parameter[];
  readonly select: SelectCommand;
}

/** Definitions and users that workflows and triggers may name, outside of the catalogue. */
export interface WorkflowNames {
  readonly roles: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  /** Users among those that are named, disabled ones included. */
  readonly users: readonly NamedRecord[];
  readonly permissions: readonly string[];
  readonly queries: readonly NamedQuery[];
  readonly routines: readonly Routine[];
  readonly workflows: readonly Workflow[];
  /** Coded actions of this node. */
  readonly actions: readonly CodedAction[];
}

/** An action under check. */
export interface ActionCheck {
  readonly ctx: RequestContext;
  readonly named: WorkflowNames;
  readonly scope: TokenScope;
  readonly json: JsonObject;
  /** Its place, such as `Actions[2].Then[0]`. */
  readonly path: string;
}

/** Context of trials: all rights, and unknown members refused. */
export const trialContext = ({ catalogue, correlationId, at }: RequestContext): RequestContext => ({
  ...systemContext(catalogue, correlationId, at),
  preferences: { strict: true, returnId: false },
});

/** Finds an entity by the name that an action gives, or the fault of the name. */
export function namedEntity({ ctx: { catalogue }, json, path }: ActionCheck): Entity | MemberFault | undefined {
  const { EntityName: name } = json;
  if (typeof name !== 'string' || name.includes('{{')) return undefined;
  return catalogue.find(name) ?? faultAt(`${path}.EntityName`, catalogue.unknownEntity(name));
}

/** Entities of the service that workflows write, beside those of one's own. */
const OPEN_ENTITIES: ReadonlySet<string> = new Set(['Notification', 'ApprovalRequest']);

/** Tells whether workflows may write records of an entity; callers' rights to it are evaluated when they run. */
export const isOpenToWorkflows = ({ name }: Entity, write: 'insert' | 'change'): boolean =>
  !isReserved(name) || (OPEN_ENTITIES.has(name) && (write === 'insert' || name !== 'ApprovalRequest'));
