import { givingMapping, memberAccess, scopeOf } from '#core/rights/access.js';
import { clausesJudge, clausesOf, sharedReason } from './explain-clauses.js';
import { isAdministratorRole, type Role } from '#core/catalogue/catalogue.js';
import type { Entity, HookDefinition } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isWritable } from '#core/catalogue/writable.js';
import { fieldReadOf, mayWriteField } from '#core/rights/field-rights.js';
import type { RequestContext } from '#core/context/context.js';
import type { AvailableMoves } from '#lifecycle/core/moves/available.js';
import type { Operation, Scope } from '#core/catalogue/scope.js';
import { byMoves, byWorkflows } from './explain-demands.js';
import { byKey } from './explain-key.js';
import type { RecordFacts } from './explain-record.sql.js';
import {
  allowed,
  disallowed,
  reason,
  rule,
  sentence,
  type Part,
  type Reason,
  type ReasonCode,
  type Sentence,
} from '#core/rights/reason.js';

/**
 * Operations that can be explained: those of scopes, moves between statuses, which need the update scope, and the
 * execution of Manual workflows of the entity, which needs none.
 */
export const EXPLAINED = ['Create', 'Read', 'Update', 'Delete', 'Move', 'Execute'] as const;
export type Explained = (typeof EXPLAINED)[number];

/** A decision about access, and what leads to it. */
export interface AccessExplanation {
  readonly Allowed: boolean;
  readonly Scope: Scope;
  readonly Reasons: readonly Reason[];
}

/** The record of the question, as the user stands to it. */
export interface ExplainedRecord {
  readonly facts: RecordFacts;
  /** True where an approval locks a record that it belongs to. */
  readonly isParentLocked: boolean;
  /** Of a move: what leads out of its status; undefined where the user may not read it. */
  readonly moves?: AvailableMoves;
}

/** The operation of the question. */
export interface ExplainedOperation {
  readonly entity: Entity;
  readonly explained: Explained;
  /** True for Administrators, who learn of transitions and workflows that are hidden from the user. */
  readonly mayKnow: boolean;
}

/** Operation of the scope that decides about the explained one; of an execution that which shows the record. */
export function scopeOperation(explained: Explained): Operation {
  if (explained === 'Execute') return 'read';
  return explained === 'Move' ? 'update' : (explained.toLowerCase() as Operation);
}

/**
 * Explains what decides about an operation of the user of `ctx`. The facts of the record and its moves come from the
 * conditions and functions that decide about reads and writes (docs/interface/access.md#explain-access).
 */
export function explainAccess(
  ctx: RequestContext,
  { entity, explained, mayKnow }: ExplainedOperation,
  record?: ExplainedRecord,
): AccessExplanation {
  const operation = scopeOperation(explained);
  const parts =
    explained === 'Execute'
      ? [byKey(ctx, entity, 'execute'), byWorkflows(ctx, entity.name, mayKnow)]
      : [
          byKey(ctx, entity, operation),
          byRights(ctx, entity, operation, mayKnow),
          byService(entity, operation),
          ...(record ? [byRecord(ctx, entity, operation, record), byLock(operation, record)] : []),
          allowed(...byHooks(entity, operation)),
          ...(explained === 'Move' ? [byMoves(ctx, entity, visibleMoves(record?.moves, mayKnow))] : []),
        ];
  return {
    Allowed: parts.every(({ isAllowed }) => isAllowed),
    Scope: explained === 'Execute' ? 'None' : scopeOf(ctx, entity, operation),
    Reasons: parts.flatMap(({ reasons }) => reasons),
  };
}

/** Leaves out what available statuses hide. */
const visibleMoves = (moves: AvailableMoves | undefined, mayKnow: boolean): AvailableMoves | undefined =>
  moves && !mayKnow ? { ...moves, hidden: [] } : moves;

/** Roles that give a scope, and the scopes of every member. */
function byRights(ctx: RequestContext, entity: Entity, operation: Operation, mayKnow: boolean): Part {
  const { principal, catalogue } = ctx;
  const { name } = entity;
  if (principal.isAdministrator) return allowed(ADMINISTRATOR, ...administratorMapping(ctx));
  const given = principal.roleIds.flatMap((id): readonly Reason[] => {
    const role = catalogue.organisation.roles.get(id);
    // A key may leave an Administrator some operations.
    const scope = role && isAdministratorRole(role) ? 'All' : catalogue.access.get(id)?.get(name)?.[operation];
    if (scope === undefined || scope === 'None' || !role) return [];
    const gives = sentence('RoleScope', { Scope: scope, Operation: operation, EntityName: name });
    return [reason('Role', role.name, gives), ...mappingOf(ctx, role)];
  });
  const ofMembers = memberAccess(catalogue).get(name)?.[operation] ?? 'None';
  const everyone: readonly Reason[] =
    ofMembers === 'None'
      ? []
      : [rule(name, sentence('MemberScope', { Scope: ofMembers, Operation: operation, EntityName: name }))];
  const reasons = [
    ...given,
    ...everyone,
    ...exceptions(entity, operation),
    ...clausesOf(ctx, entity, operation, mayKnow),
    ...writableOf(ctx, entity, operation),
    ...protectedOf(ctx, entity, operation),
  ];
  if (scopeOf(ctx, entity, operation) !== 'None' || given.length > 0) return allowed(...reasons);
  const none = reason('Scope', name, sentence('NoScope', { Operation: operation, EntityName: name }));
  return exceptions(entity, operation).length > 0 ? allowed(none, ...reasons) : disallowed(none, ...reasons);
}

const ADMINISTRATOR = reason('Administrator', 'Administrator', sentence('Administrator'));

/** The mapping by which the user has a role. */
function mappingOf(ctx: RequestContext, role: Role): readonly Reason[] {
  const mapping = givingMapping(ctx, role.id);
  if (!mapping) return [];
  return [reason('Mapping', mapping.name, sentence('RoleMapped', { RoleName: role.name }))];
}

function administratorMapping(ctx: RequestContext): readonly Reason[] {
  const { roles } = ctx.catalogue.organisation;
  return ctx.principal.roleIds.flatMap((id) => {
    const role = roles.get(id);
    return role && isAdministratorRole(role) ? mappingOf(ctx, role) : [];
  });
}

/** Exceptions from scopes: fields that every member reads, and records that every member creates. */
function exceptions({ name, publicFields, unscopedCreate }: Entity, operation: Operation): readonly Reason[] {
  if (operation === 'read' && publicFields.size > 0)
    return [rule(name, sentence('PublicFields', { Fields: [...publicFields] }))];
  if (operation !== 'create' || !unscopedCreate) return [];
  const Values = Object.entries(unscopedCreate).map(([field, value]) => `${field} ${value}`);
  return [rule(name, sentence('PublicCreate', { Values }))];
}

function writableOf({ principal }: RequestContext, { name }: Entity, operation: Operation): readonly Reason[] {
  const writable = operation === 'update' ? principal.access.get(name)?.writable : undefined;
  if (!writable) return [];
  return [reason('WritableFields', name, sentence('WritableFields', { Fields: [...writable] }))];
}

/** Protected fields to which the user has no or not every right. */
function protectedOf(ctx: RequestContext, { name, protectedFields }: Entity, operation: Operation): readonly Reason[] {
  const about = (code: 'FieldsHidden' | 'FieldsMasked' | 'FieldsNotWritten', fields: readonly Field[]) =>
    fields.length === 0 ? [] : [reason('Field', name, sentence(code, { Fields: fields.map((field) => field.name) }))];
  if (operation === 'delete') return [];
  if (operation !== 'read')
    return about(
      'FieldsNotWritten',
      protectedFields.filter((field) => !mayWriteField(ctx, field)),
    );
  const read = (right: string) => protectedFields.filter((field) => fieldReadOf(ctx, field) === right);
  return [...about('FieldsHidden', read('None')), ...about('FieldsMasked', read('Masked'))];
}

/** Logs and the like are written by the service alone. */
function byService(entity: Entity, operation: Operation): Part {
  if (operation === 'read' || isWritable(entity, operation)) return allowed();
  const { name } = entity;
  return disallowed(rule(name, sentence('WrittenByService', { Operation: operation, EntityName: name })));
}

/** Events of an operation in which hooks may refuse it. */
const HOOK_EVENTS: Readonly<Record<Operation, HookDefinition['events']>> = {
  create: ['BeforeInsert', 'AfterInsert'],
  read: [],
  update: ['BeforeUpdate', 'AfterUpdate'],
  delete: ['BeforeDelete', 'AfterDelete'],
};

/** Hooks of the definition that judge each record, whatever rights there are. */
function byHooks({ name, hooks }: Entity, operation: Operation): readonly Reason[] {
  const judging = hooks.filter(({ events }) => events.some((event) => HOOK_EVENTS[operation].includes(event)));
  const refused = { Operation: operation, EntityName: name };
  return judging.map((hook) => reason('Hook', hook.name, judgeOf(hook, refused)));
}

function judgeOf({ http, handler, message = '' }: HookDefinition, refused: Sentence['Params']): Sentence {
  if (http) return sentence('HookOverHttp', refused);
  return handler === undefined
    ? sentence('HookCondition', { ...refused, Message: message })
    : sentence('HookInCode', { ...refused, Handler: handler });
}

/** Owner, team and approval task of the record. */
function byRecord(ctx: RequestContext, entity: Entity, operation: Operation, { facts }: ExplainedRecord): Part {
  const { isInScope, isReadable } = facts;
  const reasons = [ownership(ctx, entity, operation, facts), ...readingOf(entity, operation, facts)];
  const isPublic = operation === 'read' && entity.publicFields.size > 0;
  const isCovered = operation === 'read' ? isReadable || isPublic : isReadable && isInScope;
  return { isAllowed: isCovered || operation === 'create', reasons };
}

/** How the user reads the record where the scope of the operation does not tell. */
function readingOf({ name }: Entity, operation: Operation, facts: RecordFacts): readonly Reason[] {
  const { isReadable, isInReadScope, isInScope } = facts;
  if (isReadable && !isInReadScope && !facts.isShared) return [rule('ApprovalTask', sentence('TaskReads'))];
  if (isReadable || operation === 'read' || !isInScope) return [];
  return [reason('Scope', name, sentence('NotReadable'))];
}

function ownership(ctx: RequestContext, entity: Entity, operation: Operation, facts: RecordFacts): Reason {
  const { isOwn, isInScope, ownerTeamId } = facts;
  const scope = scopeOf(ctx, entity, operation);
  const judged = sharedReason(facts) ?? clausesJudge(ctx, entity, operation, facts);
  if (judged) return judged;
  if (isOwn) return reason('Owner', entity.name, sentence('OwnRecord'));
  if (scope === 'Team') {
    const team = ownerTeamId === null ? undefined : ctx.catalogue.organisation.teams.get(ownerTeamId);
    return reason('Team', team?.name ?? entity.name, sentence(isInScope ? 'TeamRecord' : 'OtherTeam'));
  }
  if (scope === 'All') return reason('Scope', entity.name, sentence('AnyRecord'));
  return reason('Owner', entity.name, sentence('OtherOwner'));
}

function byLock(operation: Operation, { facts, isParentLocked }: ExplainedRecord): Part {
  if (operation === 'read' || operation === 'create') return allowed();
  if (facts.isLocked) return disallowed(lock('RecordLocked'));
  return isParentLocked ? disallowed(lock('ParentLocked')) : allowed();
}

const lock = (code: ReasonCode): Reason => reason('Lock', 'ApprovalRequest', sentence(code));
