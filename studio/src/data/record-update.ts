import { assignments, created, type Draft, isTouched, updated, updateFields } from './draft';
import type { Entity, Row } from './entity';
import type { WriteOptions } from './outcomes';
import { type Fault, Refusal } from './refusal';
import { byId, type WhereClause } from './where';

/** A request that saves a draft, and what its faults are about. */
export interface RecordUpdate {
  readonly path: string;
  readonly options: Pick<WriteOptions, 'method' | 'body' | 'headers'>;
  /** Puts the faults of a refusal at their places in the draft. */
  readonly placed: (refusal: Refusal) => Refusal;
}

/** A step of a batch, with the place in the draft of the faults that it may have. */
interface Step {
  readonly body: {
    readonly Operation: 'Update' | 'Delete';
    readonly EntityName: string;
    readonly Fields?: readonly { readonly FieldName: string; readonly Value: unknown }[];
    readonly WhereClause: WhereClause;
    readonly Options: { readonly ExpectedVersion: unknown };
  };
  /** Place of a child, such as `Lines.Update[0]`; undefined for the record itself. */
  readonly place?: string;
}

/**
 * Saves a draft under the versions that it began with. Children inside of an update have no version of their own, so
 * stored ones are steps of a batch, which is carried out as a whole or not at all.
 */
export function recordUpdate(entity: Entity, draft: Draft, base: Row): RecordUpdate {
  const steps = childSteps(entity, draft);
  if (steps.length > 0) return batchOf([...steps, recordStep(entity, draft, base)], entity);
  return {
    path: '/records/update',
    options: {
      method: 'PUT',
      headers: { 'If-Match': `"${String(base.RowVersion)}"` },
      body: { EntityName: entity.EntityName, Fields: updateFields(draft), WhereClause: byId(base.Id) },
    },
    placed: (refusal) => refusal,
  };
}

function batchOf(steps: readonly Step[], entity: Entity): RecordUpdate {
  return {
    path: '/records/batch',
    options: { method: 'POST', body: { Mode: 'Atomic', Steps: steps.map(({ body }) => body) } },
    placed: ({ status, faults, requestId, retryAfterS, correlationId }) => {
      const placed = faults.map((fault) => placedFault(fault, steps, entity));
      return new Refusal(status, placed, requestId, retryAfterS, correlationId);
    },
  };
}

/** Deletions first, so that new and changed children may take the places of the deleted ones. */
function childSteps(entity: Entity, { children }: Draft): readonly Step[] {
  const all = Object.entries(children).map(([relation, drafts]) => {
    const EntityName = entityOf(entity, relation);
    const deleted = drafts.filter(({ base, isDeleted }) => base !== undefined && isDeleted);
    return {
      deletions: deleted.map(({ base }): Step => ({ body: { Operation: 'Delete', EntityName, ...versionOf(base!) } })),
      changes: updated(drafts).map(({ base, changes }, i): Step => ({
        body: { Operation: 'Update', EntityName, Fields: assignments(changes), ...versionOf(base!) },
        place: `${relation}.Update[${i}]`,
      })),
    };
  });
  return [...all.flatMap(({ deletions }) => deletions), ...all.flatMap(({ changes }) => changes)];
}

/** The record with its new children; also without changes of its own, so that its version and its lock are checked. */
function recordStep(entity: Entity, { changes, children }: Draft, base: Row): Step {
  const touched = Object.fromEntries(
    Object.entries(children)
      .filter(([, drafts]) => drafts.some(isTouched))
      .map(([relation, drafts]) => [relation, drafts.filter(({ base: stored }) => stored === undefined)]),
  );
  const Fields = updateFields({ changes, children: touched });
  const none = Object.keys(touched)
    .filter((relation) => created(touched[relation]).length === 0)
    .map((FieldName) => ({ FieldName, Value: {} }));
  return {
    body: { Operation: 'Update', EntityName: entity.EntityName, Fields: [...Fields, ...none], ...versionOf(base) },
  };
}

const versionOf = ({ Id, RowVersion }: Row) => ({
  WhereClause: byId(Id),
  Options: { ExpectedVersion: RowVersion },
});

const entityOf = ({ Relations }: Entity, relation: string): string =>
  Relations.find(({ Name }) => Name === relation)?.ChildEntity ?? '';

const STEP = /^Steps\[(\d+)\](?:\.Fields\[(\d+)\]\.Value\.(.+))?/;

/** Gives a fault of a step the path that it would have in an update with its children inside. */
function placedFault(fault: Fault, steps: readonly Step[], entity: Entity): Fault {
  const [, step, field, rest] = STEP.exec(fault.Path ?? '') ?? [];
  const about = steps.find((_, i) => String(i) === step);
  if (about?.place !== undefined)
    return withPlace(fault, `${about.place}.${fault.FieldName ?? ''}`, about.body.EntityName);
  const relation = about?.body.Fields?.[Number(field)]?.FieldName;
  return relation === undefined ? fault : withPlace(fault, `${relation}.${rest}`, entityOf(entity, relation));
}

/** @param NamedPath place by names, such as `Lines.Create[0].Quantity` */
const withPlace = (fault: Fault, NamedPath: string, EntityName: string): Fault => ({
  ...fault,
  Params: { ...fault.Params, NamedPath, EntityName },
});
