import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { planMove, withRecordIds, type Move, type MovePlan } from '#lifecycle/core/moves/move-plan.js';
import { prepareMove, type StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import type { JsonObject } from '#core/json/json.js';
import { render, type Sql } from '#core/sql/sql.js';
import type { UpdatePlan } from '#records/core/updates/update-plan.js';
import { field, relation } from '../../../../support/definition-builders.js';
import { fixtureCatalogue, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

const id = (n: number): string => `30000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const STATUS = { fresh: id(1), open: id(2), done: id(3) } as const;
export const TRANSITION = { start: id(11), finish: id(12), drop: id(13) } as const;
export const RECORD = id(21);

const clause = (FieldName: string, Operator: number, Value: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

const LIFECYCLE = {
  Id: id(9),
  Name: 'Jobs',
  EntityName: 'Job',
  Statuses: [
    { Id: STATUS.fresh, Name: 'Fresh', IsInitial: true, Sequence: 1 },
    { Id: STATUS.open, Name: 'Open', Sequence: 2 },
    { Id: STATUS.done, Name: 'Done', IsFinal: true, Sequence: 3 },
  ],
  Transitions: [
    { Id: TRANSITION.start, Name: 'Start', Sequence: 1, FromStatusId: STATUS.fresh, ToStatusId: STATUS.open },
    {
      Id: TRANSITION.finish,
      Name: 'Finish',
      Sequence: 2,
      FromStatusId: STATUS.open,
      ToStatusId: STATUS.done,
      Filters: clause('Size', 2, 5),
      Validators: [{ Name: 'Paid', WhereClause: clause('ClientId.Name', 3, 'x'), Message: 'Not paid.' }],
      RequiredFields: ['Title'],
    },
    {
      Id: TRANSITION.drop,
      Name: 'Drop',
      Sequence: 3,
      ToStatusId: STATUS.done,
      AllowedRoles: ['Boss'],
      RequiredPermission: 'Jobs.Drop',
      Validators: [{ Name: 'Small', WhereClause: clause('Size', 2, 9), Message: 'Too big.' }],
    },
  ],
};

const objects = (values: readonly object[]): readonly JsonObject[] =>
  values.map((value) => jsonOf(value) as JsonObject);

const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
  ...NO_DEFINITIONS,
  entities: objects([
    { EntityName: 'Client', Fields: [field('Name', 'Text')] },
    {
      EntityName: 'Job',
      Fields: [field('Title', 'Text'), field('Size', 'Int'), field('ClientId', 'Lookup', { Target: 'Client' })],
      Rules: [{ Name: 'Titled', WhereClause: clause('Title', 8, 'none'), Message: 'Title it.', FieldName: 'Title' }],
    },
  ]),
  relations: objects([relation('ClientJobs', 'Client', 'Job', 'ClientId', 'Restrict')]),
  lifecycles: objects([LIFECYCLE]),
  roles: objects([
    { Id: id(31), Name: 'Boss' },
    { Id: id(32), Name: 'Dropper', Permissions: ['Jobs.Drop'] },
  ]),
});

const entity = catalogue.entity('Job');
export const JOB: StatusEntity = { entity, lifecycle: entity.lifecycle! };

/** An Administrator, or a caller with these roles and scope All. */
export function mover(roleIds?: readonly string[]): RequestContext {
  const ctx = fixtureContext(roleIds && { Job: 'All', Client: 'All' });
  return { ...ctx, catalogue, principal: { ...ctx.principal, roleIds: roleIds ?? [] } };
}

export const ROLES = { boss: id(31), dropper: id(32) } as const;

export function moveTo(ctx: RequestContext, statusId: string, fields: object = {}): Move {
  const assignments = Object.entries(fields).map(([name, value], i) => ({
    name,
    value: jsonOf(value),
    path: `Fields[${i}]`,
  }));
  return prepareMove(ctx, JOB, { statusId, comment: 'why', assignments }, () => id(99)).move;
}

export function planOf(
  ctx: RequestContext,
  move: Move,
  mode: UpdatePlan['mode'] = 'store',
  version?: string,
): MovePlan {
  return planMove(ctx, move, withRecordIds(ctx, move.entity, [RECORD], version)(), mode);
}

export const textOf = (fragment: Sql): string => render(fragment).text;
