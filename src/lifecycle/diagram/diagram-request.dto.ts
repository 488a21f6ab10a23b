import type { RequestContext } from '#core/context/context.js';
import { readUuid } from '#core/values/uuid-text.js';
import { readerOf } from '#core/context/reader-of.js';
import { queryStringMembers, type QueryString } from '#core/requests/query-string.js';
import type { DiagramFormat } from './draw-diagram.service.js';

const FORMATS: readonly DiagramFormat[] = ['mermaid', 'svg'];

/**
 * Reads path and query string of GET /api/v1/blueprints/{id}/diagram; names match in any letter case.
 * @throws {DomainError} with all faults of its shape.
 */
export function readDiagramRequest(
  ctx: RequestContext,
  id: string,
  query: QueryString,
): { readonly id: string; readonly format: DiagramFormat } {
  const reader = readerOf(ctx);
  const uuid = readUuid(id);
  if (uuid === undefined) reader.faults.add('Validation', 'The id of a lifecycle is a UUID.', { path: 'id' });
  const format = queryStringMembers(reader, query, ['format']).choice('format', FORMATS) ?? 'mermaid';
  reader.faults.throwIfAny();
  return { id: uuid!, format };
}
