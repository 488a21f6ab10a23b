import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { EXPLAINED } from '#access/core/explanations/explain-access.js';
import { readerOf } from '#core/context/reader-of.js';
import type { ShapeReader } from '#core/shapes/shape-reader.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { readUserId } from '#access/users/user-id.dto.js';
import type { Question } from './question.js';

const NAMES = ['entityName', 'operation', 'recordId', 'userId', 'keyId'];

/**
 * Reads the query string of GET /api/v1/access/explain.
 * @throws {DomainError} all faults at once, each with the name of its parameter; AdministratorRequired for another user
 */
export function readQuestion(
  ctx: RequestContext,
  query: QueryString,
): { readonly question: Question; readonly log: readonly string[] } {
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, NAMES);
  for (const name of ['entityName', 'operation']) members.require(name);
  const entityName = members.optionalText('entityName');
  const operation = members.choice('operation', EXPLAINED);
  const [recordId, keyId] = [members.id('recordId'), members.id('keyId')];
  const userId = readUserId(ctx, members) ?? ctx.principal.userId;
  const entity = requireEntity(ctx, reader, entityName);
  const optional = { ...(recordId !== undefined && { recordId }), ...(keyId !== undefined && { keyId }) };
  return { question: { entity, operation: operation!, userId, ...optional }, log: reader.log };
}

/**
 * Reads the query string of GET /api/v1/access/readers.
 * @throws {DomainError} all faults at once, each with the name of its parameter
 */
export function readReadersQuestion(
  ctx: RequestContext,
  query: QueryString,
): { readonly entity: Entity; readonly recordId: string; readonly log: readonly string[] } {
  const reader = readerOf(ctx);
  const members = queryStringMembers(reader, query, ['entityName', 'recordId']);
  for (const name of ['entityName', 'recordId']) members.require(name);
  const [entityName, recordId] = [members.optionalText('entityName'), members.id('recordId')];
  return { entity: requireEntity(ctx, reader, entityName), recordId: recordId!, log: reader.log };
}

/** Returns the entity of a question. @throws {DomainError} all faults of the query string, each with its parameter */
function requireEntity(ctx: RequestContext, reader: ShapeReader, name: string | undefined): Entity {
  const entity = name === undefined ? undefined : ctx.catalogue.find(name);
  const named = reader.faults.list.map((fault) => ({ ...fault, fieldName: fault.path }));
  const faults = [...named, ...unknownEntity(ctx, name)];
  if (faults.length > 0 || !entity) throw new DomainError(...faults);
  return entity;
}

function unknownEntity({ catalogue }: RequestContext, name: string | undefined): readonly Fault[] {
  if (name === undefined || catalogue.find(name)) return [];
  return [{ code: 'UnknownEntity', message: catalogue.unknownEntity(name), fieldName: 'entityName' }];
}
