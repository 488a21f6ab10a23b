import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions, Principal, RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { shapeOf } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { useFault } from '#core/criteria/field-use.js';
import { elements } from '#core/criteria/operand-list.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { Faults } from '#core/errors.js';
import type { SubscriptionCommand } from '#core/requests/read-subscription.js';
import { isEveryField, type NamedField } from '#core/requests/select-command.js';
import type { Filter, WhereClause } from '#core/requests/where-clause.js';
import { fieldReadOf, seenFields } from '#core/rights/field-rights.js';
import { Args, CALL } from '#core/statements/args.js';
import type { BoundClause } from '#core/statements/caller-clause.js';

/** A clause as one user subscribes with it. */
export interface FilterClause extends BoundClause {
  /** Equal for equal clauses, whoever is `Me`. */
  readonly key: string;
}

/** Fields whose values a subscription gets. */
export interface Projection {
  /** Equal for subscriptions that get the same values. */
  readonly key: string;
  readonly fields: readonly Field[];
  /** Fields that the receiver sees masked. */
  readonly masked: readonly Field[];
}

/** A subscription to changes of an entity, resolved for its user. */
export interface ChangeFilter {
  /** Text of the registration, equal for equal ones. */
  readonly text: string;
  readonly clause?: FilterClause;
  readonly projection?: Projection;
}

/** A user of an environment. */
type Caller = Definitions & { readonly principal: Principal };

const NO_CALL = '00000000-0000-0000-0000-000000000000';
/** Stands for the user where clauses of different users are compared. */
const ANYONE = { userId: 'Me', teamIds: ['MyTeams'] };
/** Entities whose changes are logged without the values that their readers see. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set(['WorkflowRun', 'WorkflowStep']);
/** Fields that the log does not have of the record before a change. */
const OF_LAST_CHANGE: ReadonlySet<string> = new Set(['updatedby', 'updatedon', 'rowversion']);

/** Call of a user that is none: for values of clauses. @param at of times in them */
export const callOf = ({ catalogue, principal }: Caller, at = new Date(0)): RequestContext => ({
  ...systemContext(catalogue, NO_CALL, at),
  principal,
});

/**
 * Resolves a subscription by the definitions and rights of its user.
 * @throws {DomainError} BadFilter, UnknownField, Validation, PermissionRequired
 */
export function resolveFilter(caller: Caller, entity: Entity, command: SubscriptionCommand): ChangeFilter {
  const ctx = callOf(caller);
  const faults = new Faults();
  faults.push(command.faults.list);
  const { where, selectedFields } = command;
  if ((where ?? selectedFields) && lacksValues(entity))
    faults.add(
      'Validation',
      `The log has no values of ${entity.name}: WhereClause and SelectedFields are not allowed.`,
    );
  const clause = where && resolveClause(ctx, entity, where, faults);
  const fields = selectedFields && resolveFields(ctx, entity, selectedFields, faults);
  faults.throwIfAny();
  return {
    text: textOf(entity, command, clause, fields),
    ...(clause && { clause }),
    ...(fields && { projection: projectionOf(ctx, fields) }),
  };
}

const lacksValues = ({ view, name }: Entity): boolean => view !== undefined || WITHOUT_VALUES.has(name);

/** Text that is equal for equal registrations. */
function textOf(
  entity: Entity,
  { selectedFields = [], recordIds, operations, name }: SubscriptionCommand,
  clause: FilterClause | undefined,
  fields: readonly Field[] | undefined,
): string {
  const named = selectedFields.some(isEveryField) ? ['*'] : fields && namesOf(fields);
  return JSON.stringify([entity.name, clause?.key, sorted(recordIds), sorted(operations), named, name]);
}

const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ name }) => name);

const sorted = (texts: ReadonlySet<string> | undefined): readonly string[] | undefined =>
  texts && [...texts].toSorted();

function resolveClause(ctx: RequestContext, entity: Entity, where: WhereClause, faults: Faults): FilterClause {
  for (const filter of where.filters) {
    const reason = refusalOf(filter);
    if (reason !== undefined) faults.add('BadFilter', reason, { fieldName: filter.fieldName, path: filter.path });
  }
  // The fault of a filter that is not allowed says more than what its resolution finds.
  if (faults.list.length > 0) faults.throwIfAny();
  const args = new Args(ctx);
  const criterion = resolveCriterion({ ctx, args, faults, rights: 'caller' }, entity, where);
  return {
    key: keyOf(ctx, entity, where),
    shape: shapeOf(criterion),
    values: valuesOf(args),
    on: (of, alias) => criterionSql(criterion, new FromClause({ ctx: of, rights: 'system' }, entity, alias)),
  };
}

const valuesOf = ({ values }: Args): readonly unknown[] => values.slice(Object.keys(CALL).length);

/** Key of the clause with anyone as the user. */
function keyOf(ctx: RequestContext, entity: Entity, where: WhereClause): string {
  const anyone: RequestContext = { ...ctx, principal: { ...ctx.principal, ...ANYONE } };
  const args = new Args(anyone);
  const criterion = resolveCriterion({ ctx: anyone, args, faults: new Faults(), rights: 'system' }, entity, where);
  return `${shapeOf(criterion)} ${JSON.stringify(valuesOf(args))}`;
}

/** Reason for which a filter cannot be judged by the changes of a record alone; undefined where it can. */
function refusalOf({ fieldName, operator, source, value = null }: Filter): string | undefined {
  const compared = source === 'Field' && typeof value === 'string' ? [fieldName, value] : [fieldName];
  const dotted = compared.find((name) => name.includes('.'));
  if (operator === 'ExistsIn' || operator === 'NotExistsIn')
    return `${operator} is not allowed in subscriptions: changes of other records send no message about this one.`;
  if (dotted !== undefined)
    return `'${dotted}' is not allowed in subscriptions: a change of the looked-up record sends no message about this one.`;
  const late = compared.find((name) => OF_LAST_CHANGE.has(name.toLowerCase()));
  if (late !== undefined)
    return `${late} is not allowed in subscriptions: the log does not have it of the record before a change.`;
  if (source === 'Global' && !elements(value, ',;').every(isOfUser))
    return 'Subscriptions allow the globals Me and MyTeams alone: nothing is sent when time passes.';
  return undefined;
}

const isOfUser = (value: unknown): boolean => typeof value === 'string' && /^(me|myteams)$/i.test(value.trim());

function resolveFields(
  ctx: RequestContext,
  entity: Entity,
  named: readonly NamedField[],
  faults: Faults,
): readonly Field[] {
  if (named.some(isEveryField)) return seenFields(ctx, entity);
  const fields = named.flatMap(({ name, path }): readonly Field[] => {
    const found = resolveField(ctx.catalogue, entity, name, faults);
    if (!(found instanceof FieldPath)) {
      faults.push({ ...found, path });
      return [];
    }
    const fault = useFault(ctx, found, path, 'shown');
    if (fault) faults.push(fault);
    else if (found.steps.length > 0)
      faults.add(
        'Validation',
        `${path} must be a field of ${entity.name} itself: a message has values of one record.`,
        {
          path,
        },
      );
    return [found.field];
  });
  return [...new Set(fields)];
}

function projectionOf(ctx: RequestContext, fields: readonly Field[]): Projection {
  const masked = fields.filter((field) => fieldReadOf(ctx, field) === 'Masked');
  return { key: `${namesOf(fields).join()}/${namesOf(masked).join()}`, fields, masked };
}
