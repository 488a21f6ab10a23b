import type { JsonObject } from '#core/json/json.js';
import { type FindToken, resolveClauseTokens, resolveTokens, roomOfAction } from '#core/tokens/template.js';
import type { Action } from '#core/catalogue/workflow.js';

/** Members that the engine itself reads. */
const ENGINE_MEMBERS: ReadonlySet<string> = new Set(['Name', 'Type', 'When', 'OnError', 'If', 'Then', 'Else', 'Do']);

/** Members whose text is written part by part, because it may be large, by the type of their action. */
const STREAMED_MEMBERS: Readonly<Record<string, string>> = { GenerateFile: 'Text' };

/** Members of actions that are where-clauses or hold some. */
const CLAUSE_MEMBERS: ReadonlySet<string> = new Set(['WhereClause', 'Having', 'Includes']);

/** Members of an action that its handler reads, with their tokens. */
export const givenMembers = ({ body }: Action): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !ENGINE_MEMBERS.has(name)));

/**
 * Members with their tokens resolved, those that are streamed left out.
 * @throws {DomainError} TooLarge for values that are too long together
 */
export function resolvedMembers({ type }: Action, given: JsonObject, find: FindToken): JsonObject {
  const room = roomOfAction();
  const members = Object.entries(given).filter(([name]) => name !== STREAMED_MEMBERS[type]);
  return Object.fromEntries(members.map(([name, json]) => [name, resolverOf(name)(json, find, room)]));
}

const resolverOf = (name: string): typeof resolveTokens =>
  CLAUSE_MEMBERS.has(name) ? resolveClauseTokens : resolveTokens;
