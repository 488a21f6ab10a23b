import type { ApiKey } from '#core/catalogue/api-key.js';
import { isAdministratorRole, type Catalogue } from '#core/catalogue/catalogue.js';
import {
  FULL_ACCESS,
  OPERATION_NAMES,
  OPERATIONS,
  type AccessTable,
  type EntityAccess,
  type Operation,
} from '#core/catalogue/scope.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { effectiveAccess } from './access.js';
import { sentence, type Sentence } from './reason.js';

/** Entity of decisions, which a key makes only where it names the entity. */
const DECISION = 'ApprovalDecision';

/** Tells whether a key is for an entity. */
const covers = ({ entities }: ApiKey, name: string): boolean => entities?.has(name.toLowerCase()) ?? true;

/**
 * Tells whether the caller's key lets them execute workflows and routines. A key for some entities must name the
 * operation.
 * @param entityName of the records that a workflow is about
 */
export function keyExecutes({ key, isAdministrator }: Principal, entityName?: string): boolean {
  // A run with the rights of the service is not limited.
  if (!key || isAdministrator) return true;
  const mayExecute = key.operations?.has('Execute') ?? key.entities === undefined;
  return mayExecute && (entityName === undefined || covers(key, entityName));
}

/** @throws {DomainError} PermissionRequired where the caller's key does not let them execute it */
export function requireKeyExecutes(
  { principal }: Pick<RequestContext, 'principal'>,
  what: string,
  about?: string,
): void {
  if (keyExecutes(principal, about)) return;
  throw new DomainError({
    code: 'PermissionRequired',
    message: `The key does not execute ${what}: its Operations and Entities leave that out.`,
    params: { Kind: 'Key', Name: principal.key!.name },
  });
}

/** The user as a key lets them act: the rights of the user and of the key, whichever are narrower. */
export function withKey(catalogue: Catalogue, user: Principal, key: ApiKey): Principal {
  const roleIds = user.roleIds.filter((id) => key.roleIds?.has(id) ?? true);
  const isAdministrator = hasAdministratorRole(catalogue, roleIds);
  const administers = isAdministrator && key.allowsAdministration;
  const access = isAdministrator ? everything(catalogue) : effectiveAccess(catalogue, roleIds);
  return Object.freeze({
    ...user,
    roleIds,
    // An Administrator may do everything, so a key for some entities or operations cannot be one.
    isAdministrator: administers && key.entities === undefined && key.operations === undefined,
    access: narrowed(
      catalogue,
      access,
      (entity, operation) => refusalOf(key, administers, entity, operation) === undefined,
    ),
    key,
  });
}

const everything = ({ entities }: Catalogue): AccessTable =>
  new Map(
    [...entities.values()].map(({ name, protectedFields }) => [name, { ...FULL_ACCESS, ...allOf(protectedFields) }]),
  );

const allOf = (fields: readonly Field[]): Pick<EntityAccess, 'fields'> =>
  fields.length === 0 ? {} : { fields: new Map(fields.map(({ name }) => [name, { read: 'Full', write: true }])) };

const hasAdministratorRole = ({ organisation }: Catalogue, roleIds: readonly string[]): boolean =>
  roleIds.some((id) => {
    const role = organisation.roles.get(id);
    return role !== undefined && isAdministratorRole(role);
  });

/** Tells why the caller's key leaves out an operation on an entity; undefined where it leaves it to the user. */
export function keyRefusal(
  { principal, catalogue }: Pick<RequestContext, 'principal' | 'catalogue'>,
  entity: Entity,
  operation: Operation,
): Sentence | undefined {
  const { key, roleIds } = principal;
  if (!key) return undefined;
  const administers = key.allowsAdministration && hasAdministratorRole(catalogue, roleIds);
  return refusalOf(key, administers, entity, operation);
}

function refusalOf(key: ApiKey, administers: boolean, entity: Entity, operation: Operation): Sentence | undefined {
  if (!covers(key, entity.name)) return sentence('KeyEntities', { EntityName: entity.name });
  if (!(key.operations?.has(OPERATION_NAMES[operation]) ?? true))
    return sentence('KeyOperations', { KeyOperation: OPERATION_NAMES[operation] });
  return operation === 'read' ? undefined : writeRefusal(key, administers, entity);
}

function writeRefusal(key: ApiKey, administers: boolean, { name, kind }: Entity): Sentence | undefined {
  if (name === DECISION) return key.entities ? undefined : sentence('KeyUnnamed', { EntityName: name });
  if (administers || (kind !== 'access' && kind !== 'definition')) return undefined;
  return sentence('KeyAdministration', { EntityName: name });
}

/** Leaves of every entity the operations that are allowed. */
function narrowed(
  { entities }: Catalogue,
  access: AccessTable,
  isAllowed: (entity: Entity, operation: Operation) => boolean,
): AccessTable {
  const left = new Map<string, EntityAccess>();
  for (const [name, given] of access) {
    const entity = entities.get(name.toLowerCase());
    if (!entity) continue;
    const refused = OPERATIONS.filter((operation) => !isAllowed(entity, operation));
    left.set(name, { ...given, ...Object.fromEntries(refused.map((operation) => [operation, 'None'])) });
  }
  return left;
}
