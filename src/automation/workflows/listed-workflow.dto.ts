import type { Workflow } from '#core/catalogue/workflow.js';
import { readerOf } from '#core/context/reader-of.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { parameterDto } from '#platform/http/openapi/parameter.dto.js';

/**
 * Reads the query string of GET /api/v1/workflows.
 * @returns the entity that the workflows must be about; undefined for all workflows
 * @throws {DomainError} Validation, UnknownMember, UnknownEntity
 */
export function readListing(
  ctx: RequestContext,
  query: QueryString,
): { readonly entityName: string | undefined; readonly log: readonly string[] } {
  const reader = readerOf(ctx);
  const name = queryStringMembers(reader, query, ['entityName']).optionalText('entityName');
  reader.faults.throwIfAny();
  return { entityName: name === undefined ? undefined : ctx.catalogue.entity(name).name, log: reader.log };
}

export const isAbout = (workflow: Workflow, entityName: string | undefined): boolean =>
  entityName === undefined || workflow.entityName?.toLowerCase() === entityName.toLowerCase();

/** An element of the answer of GET /workflows. */
export const listedWorkflowDto = ({ id, name, entityName, description, tokens }: Workflow): JsonObject => ({
  Id: id,
  Name: name,
  EntityName: entityName ?? null,
  Description: description ?? null,
  Tokens: tokens.map(parameterDto),
});
