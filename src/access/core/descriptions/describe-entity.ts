import { scopeOf } from '#core/rights/access.js';
import { isBuiltIn } from '#core/catalogue/used-definitions.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { describeLabels, type Languages } from '#core/catalogue/labels.js';
import { languagesOf } from '#core/context/languages.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import { defined, describeField } from './describe-field.js';
import { isKnown, knownFields, mayUpdateField } from './known.js';

/** Lists the entities that the caller may know, with their scopes (docs/interface/access.md#entities). */
export function describeEntities(ctx: RequestContext): readonly JsonObject[] {
  const languages = languagesOf(ctx);
  const known = [...ctx.catalogue.entities.values()].filter((entity) => isKnown(ctx, entity));
  return known.map((entity) => headOf(ctx, entity, languages));
}

/**
 * Describes an entity as far as the caller may know it.
 * @param name in any letter case
 * @throws {DomainError} UnknownEntity; ScopeNone without any access
 */
export function describeEntity(ctx: RequestContext, name: string): JsonObject {
  const entity = ctx.catalogue.entity(name);
  if (!isKnown(ctx, entity)) throw noAccess(entity);
  const [fields, languages] = [knownFields(ctx, entity), languagesOf(ctx)];
  const isRead = scopeOf(ctx, entity, 'read') !== 'None';
  return defined({
    ...headOf(ctx, entity, languages),
    Fields: fields.map((field) => describeField(ctx, entity, field, languages)),
    Relations: isRead ? relationsOf(ctx, entity, languages) : [],
    UniqueKeys: keysOf(entity, fields),
    Rules: isRead ? rulesOf(entity) : [],
    Lifecycle: isRead && entity.lifecycle ? lifecycleOf(entity.lifecycle, languages) : undefined,
    Approvals: isRead ? approvalsOf(entity) : [],
    WritableFields: fields.filter((field) => mayUpdateField(ctx, entity, field)).map((field) => field.name),
  });
}

function headOf(ctx: RequestContext, entity: Entity, languages: Languages): JsonObject {
  const isShown = knownFields(ctx, entity).includes(entity.displayField);
  return defined({
    EntityName: entity.name,
    ...describeLabels(entity.labels, languages),
    Description: entity.description,
    IsSystem: isBuiltIn(entity),
    DisplayField: isShown ? entity.displayField.name : null,
    AllowSoftDelete: entity.softDelete,
    MembersRestore: entity.membersRestore ?? false,
    Searchable: entity.searchable,
    Create: scopeOf(ctx, entity, 'create'),
    Read: scopeOf(ctx, entity, 'read'),
    Update: scopeOf(ctx, entity, 'update'),
    Delete: scopeOf(ctx, entity, 'delete'),
  });
}

/** Relations to children that the caller may know. */
const relationsOf = (ctx: RequestContext, { children }: Entity, languages: Languages): JsonValue =>
  [...children.values()]
    .filter(({ childEntity }) => isKnown(ctx, ctx.catalogue.entity(childEntity)))
    .map(({ name, childEntity, childField, onDelete, labels }) => ({
      Name: name,
      ...describeLabels(labels, languages),
      ChildEntity: childEntity,
      ChildField: childField,
      OnDelete: onDelete,
    }));

const keysOf = ({ uniqueKeys }: Entity, known: readonly Field[]): JsonValue =>
  uniqueKeys.filter((key) => key.every((field) => known.includes(field))).map((key) => key.map(({ name }) => name));

const rulesOf = ({ rules }: Entity): JsonValue =>
  rules.map(({ name, message, fieldName }) => defined({ Name: name, Message: message, FieldName: fieldName }));

const approvalsOf = ({ approvalProcesses }: Entity): JsonValue =>
  approvalProcesses
    .filter(({ isActive }) => isActive)
    .map(({ id, name, startMode }) => ({ ProcessId: id, Name: name, StartMode: startMode }));

const lifecycleOf = ({ id, name, statuses }: Lifecycle, languages: Languages): JsonValue => ({
  Id: id,
  Name: name,
  Statuses: [...statuses.values()].map((status) => ({
    Id: status.id,
    Name: status.name,
    ...describeLabels(status.labels, languages),
    Color: status.color,
    IsInitial: status.isInitial,
    IsFinal: status.isFinal,
  })),
});

const noAccess = ({ name }: Entity): DomainError =>
  new DomainError({
    code: 'ScopeNone',
    message: `You have no access to ${name}.`,
    params: { EntityName: name, Operation: 'read' },
  });
