import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { type FieldRead, NO_ACCESS } from '#core/catalogue/scope.js';
import { fieldReadOf, mayWriteField } from '#core/rights/field-rights.js';
import type { Steps } from '#core/steps.js';
import type { EffectiveRights } from '#access/core/rights/rights.js';
import { type AccessState, rightsIn, usersIn } from './compare-access.js';
import { MAX_ELEMENTS } from './preview.js';

/** An element of `Fields`: a right of a user to a protected field that differs. */
export interface FieldRightChange {
  readonly UserId: string;
  readonly UserName: string;
  readonly EntityName: string;
  readonly FieldName: string;
  readonly From: FieldRead;
  readonly To: FieldRead;
  readonly WriteFrom: boolean;
  readonly WriteTo: boolean;
}

/** Compares the rights of users to protected fields, in the order of their names; `MAX_ELEMENTS` of them at most. */
export function* compareFields(
  ids: Iterable<string>,
  before: AccessState,
  after: AccessState,
): Steps<readonly FieldRightChange[]> {
  const changed: FieldRightChange[] = [];
  const fields = [...before.catalogue.entities.values()].flatMap((entity) =>
    entity.protectedFields.map((field) => [entity, field] as const),
  );
  for (const user of usersIn(ids, before, after)) {
    const [was, is] = [before, after].map((state) => rightsIn(state, user.id));
    for (const [entity, field] of fields) {
      const [from, to] = [was, is].map((rights) => rightTo(rights, entity, field));
      if (from.read === to.read && from.write === to.write) continue;
      const about = { UserId: user.id, UserName: user.name, EntityName: entity.name, FieldName: field.name };
      changed.push({ ...about, From: from.read, To: to.read, WriteFrom: from.write, WriteTo: to.write });
    }
    if (changed.length >= MAX_ELEMENTS) return changed.slice(0, MAX_ELEMENTS);
    yield;
  }
  return changed;
}

/** Right to a field of records that the user may read at all. */
function rightTo(principal: EffectiveRights, { name }: Entity, field: Field): { read: FieldRead; write: boolean } {
  const { read } = principal.access.get(name) ?? NO_ACCESS;
  if (read === 'None' && !principal.isAdministrator) return { read: 'None', write: false };
  return { read: fieldReadOf({ principal }, field), write: mayWriteField({ principal }, field) };
}
