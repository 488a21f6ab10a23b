import type { IncomingMessage } from 'node:http';
import { type QueryString, unknownParameters } from '#core/requests/query-string.js';
import { stateOf } from '#platform/observability/requests/request-state.js';

/** Metadata key of `@ApiQuery()` and its like, which their package does not export. */
const API_PARAMETERS = 'swagger/apiParameters';

/** Request with its parsed query string, which Express adds. */
type ParsedRequest = IncomingMessage & { readonly query: QueryString };

/**
 * Reads the query string of a route that declares no query parameters: each one is unknown, and gives a line in `Log`.
 * Routes that declare some read all of theirs by `queryStringMembers`.
 * @param isStrict refuses each one (`Prefer: handling=strict`)
 * @throws {DomainError} UnknownMember
 */
export function readUndeclaredParameters(request: IncomingMessage, handler: object, isStrict: boolean): void {
  if (!request.url?.includes('?') || declaresParameters(handler)) return;
  stateOf(request).log = unknownParameters((request as ParsedRequest).query, isStrict);
}

function declaresParameters(handler: object): boolean {
  const declared = Reflect.getMetadata(API_PARAMETERS, handler) as readonly { in: string }[] | undefined;
  return declared?.some((parameter) => parameter.in === 'query') ?? false;
}
