import { OPENAPI_VERSIONS, type OpenApiVersion } from '#core/schemas/openapi-versions.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';

export const VERSIONS = Object.keys(OPENAPI_VERSIONS) as OpenApiVersion[];

/** Reads the version of OpenAPI that a query string asks for. @throws {DomainError} Validation */
export function askedVersion(query: QueryString): OpenApiVersion {
  const reader = new ShapeReader(false);
  const version = queryStringMembers(reader, query, ['version']).choice('version', VERSIONS);
  reader.faults.throwIfAny();
  return version ?? VERSIONS[0];
}
