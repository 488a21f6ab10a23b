import { grantedPermissions, scopeOf } from '#core/rights/access.js';
import { fieldProfile, seenFields } from '#core/rights/field-rights.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { gathered, mapped, type Steps } from '#core/steps.js';
import { mayCreateField, mayUpdateField } from '#access/core/descriptions/known.js';
import { executableWorkflows } from '#automation/core/workflows/executable.js';
import type { Workflow } from '#core/catalogue/workflow.js';

/** Use that a caller may make of an entity. */
export interface DescribedEntity {
  readonly entity: Entity;
  /** Fields that answers show: all, the public ones, or none. */
  readonly shown: readonly Field[];
  /** Fields that an insert may set; empty where the caller may not create records. */
  readonly creatable: readonly Field[];
  /** Fields that an update may set; empty where the caller may not change records. */
  readonly updatable: readonly Field[];
  readonly mayDelete: boolean;
  /** Rights to protected fields, as text. */
  readonly profile: string;
}

/** Use that a caller may make of an environment. */
export interface DescribedRights {
  readonly isAdministrator: boolean;
  /** Entities of which the caller may use something. */
  readonly entities: readonly DescribedEntity[];
  /** Active Manual workflows that the caller may execute. */
  readonly workflows: readonly Workflow[];
  /** Names of the granted permissions in lower case. */
  readonly permissions: ReadonlySet<string>;
}

/** Tells what a caller may use of an environment. */
export function* describedRights(ctx: RequestContext): Steps<DescribedRights> {
  const { catalogue, principal } = ctx;
  return {
    isAdministrator: principal.isAdministrator,
    entities: yield* gathered(catalogue.entities.values(), (entity) => describedEntity(ctx, entity)),
    workflows: yield* executableWorkflows(ctx),
    permissions: new Set([...grantedPermissions(ctx).keys()].map((name) => name.toLowerCase())),
  };
}

/**
 * Text that is equal for callers of one catalogue with equal rights, and for them only. Scopes beside None and the
 * identity of the caller are no part of it, since descriptions do not show them.
 */
export function* rightsKey({ isAdministrator, entities, workflows, permissions }: DescribedRights): Steps<string> {
  const uses = yield* mapped(entities, ({ entity, shown, creatable, updatable, mayDelete, profile }) => {
    const names = updatable.map(({ name }) => name).join();
    return `${entity.name}:${shown.length}:${creatable.length}:${names}:${mayDelete}${profile && `:${profile}`}`;
  });
  const ids = workflows.map(({ id }) => id);
  return JSON.stringify([isAdministrator, uses, ids, [...permissions].toSorted()]);
}

function describedEntity(ctx: RequestContext, entity: Entity): readonly DescribedEntity[] {
  const fields = [...entity.fields.values()];
  const shown = scopeOf(ctx, entity, 'read') === 'None' ? publicOf(entity) : seenFields(ctx, entity);
  const isTable = entity.view === undefined;
  const creatable = isTable ? fields.filter((field) => isSetOnInsert(ctx, entity, field)) : [];
  const updatable = isTable ? fields.filter((field) => isSetOnUpdate(ctx, entity, field)) : [];
  const mayDelete = isTable && isWritable(entity, 'delete') && scopeOf(ctx, entity, 'delete') !== 'None';
  const isUsed = mayDelete || shown.length + creatable.length + updatable.length > 0;
  return isUsed ? [{ entity, shown, creatable, updatable, mayDelete, profile: fieldProfile(ctx, entity) }] : [];
}

const publicOf = ({ fields, publicFields }: Entity): readonly Field[] =>
  [...fields.values()].filter(({ name }) => publicFields.has(name));

/** The initial status is the only one that an insert takes, and it takes it by itself; numbers are given too. */
const isSetOnInsert = (ctx: RequestContext, entity: Entity, field: Field): boolean =>
  field.name !== 'StatusId' && field.type !== 'AutoNumber' && mayCreateField(ctx, entity, field);

const isSetOnUpdate = (ctx: RequestContext, entity: Entity, field: Field): boolean =>
  field.type !== 'AutoNumber' && mayUpdateField(ctx, entity, field);
