import { isAdministratorRole } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import type { ApprovalProcess, ApprovalStep, Approvers } from '#core/catalogue/approval-process.js';

/** A step of a process, with the number by which statements know it. */
export interface TaggedStep {
  readonly tag: number;
  readonly process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval'>;
  readonly step: ApprovalStep;
}

/** A step on its way into a statement: its conditions and approvers by the positions of their values. */
export interface PlannedStep {
  readonly tag: number;
  /** Absent: every record passes the step. */
  readonly criterion?: Criterion;
  readonly approvers: PlannedApprovers;
}

/** Kinds of approvers of a step; an unknown role or team has no members. */
export interface PlannedApprovers {
  readonly userNames?: Slot;
  readonly roleId?: Slot;
  readonly teamId?: Slot;
  readonly ownerManager: boolean;
  readonly field?: Field;
  readonly withinOwnerTeam: boolean;
}

/** The steps of a statement. */
export interface PlannedSteps {
  readonly entity: Entity;
  readonly steps: readonly PlannedStep[];
  /** Arrays with an element per step: number, process, `AllowSelfApproval`, Sequence, name, hours until it is due. */
  readonly columns: readonly Slot[];
  readonly administratorRoleId: Slot;
  /** The steps are under way: users who have an open or decided task of them get no other one. */
  readonly isUnderWay?: boolean;
}

/** Puts the values of steps into `args`. */
export function planSteps(
  ctx: RequestContext,
  entity: Entity,
  tagged: readonly TaggedStep[],
  args: Args,
): PlannedSteps {
  const roles = [...ctx.catalogue.organisation.roles.values()];
  const columns: readonly (readonly [type: string, value: (step: TaggedStep) => unknown])[] = [
    ['int[]', ({ tag }) => tag],
    ['uuid[]', ({ process }) => process.id],
    ['bool[]', ({ process }) => process.allowSelfApproval],
    ['bigint[]', ({ step }) => step.sequence],
    ['text[]', ({ step }) => step.name],
    ['float8[]', ({ step }) => step.dueHours ?? null],
  ];
  return {
    entity,
    steps: tagged.map(({ tag, step: { criteria, approvers } }): PlannedStep => {
      const criterion = criteria === undefined ? undefined : definedCriterion(ctx, entity, criteria, args).criterion;
      return { tag, ...(criterion && { criterion }), approvers: planApprovers(ctx, entity, approvers, args) };
    }),
    columns: columns.map(([type, value]) => args.add(tagged.map(value), type)),
    administratorRoleId: args.add(roles.find(isAdministratorRole)?.id ?? null, 'uuid'),
  };
}

function planApprovers(
  { catalogue }: RequestContext,
  { fields }: Entity,
  { users, role, team, ownerManager, field: fieldName, withinOwnerTeam }: Approvers,
  args: Args,
): PlannedApprovers {
  const { roles, teams } = catalogue.organisation;
  const field = fieldName === undefined ? undefined : fields.get(fieldName.toLowerCase());
  return {
    ...(users.length > 0 && { userNames: args.add(users, 'text[]') }),
    ...(role !== undefined && { roleId: args.add(idOf(roles, role), 'uuid') }),
    ...(team !== undefined && { teamId: args.add(idOf(teams, team), 'uuid') }),
    ownerManager,
    ...(field && { field }),
    withinOwnerTeam,
  };
}

const idOf = (
  named: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
  name: string,
): string | null => [...named.values()].find((each) => each.name === name)?.id ?? null;
