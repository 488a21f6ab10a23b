import { DomainError, type Fault } from '../../core/errors.js';
import { readUuid } from '../../core/values/uuid-text.js';
import type { DiagramFormat } from './draw-diagram.service.js';

const FORMATS: readonly DiagramFormat[] = ['mermaid', 'svg'];

/**
 * Reads path and query string of GET /api/v1/blueprints/{id}/diagram; names match in any letter case.
 * @throws {DomainError} with all faults of its shape.
 */
export function readDiagramRequest(
  id: string,
  query: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly format: DiagramFormat } {
  const faults: Fault[] = [];
  const fault = (path: string, message: string): void => void faults.push({ code: 'Validation', message, path });
  const uuid = readUuid(id);
  if (uuid === undefined) fault('id', 'The id of a lifecycle is a UUID.');
  const given = Object.entries(query).filter(([name]) => name.toLowerCase() === 'format');
  const text = given.length === 0 ? 'mermaid' : given[0][1];
  const format = FORMATS.find((each) => typeof text === 'string' && each === text.toLowerCase());
  if (format === undefined || given.length > 1) fault('format', `format must be ${FORMATS.join(' or ')}.`);
  if (uuid === undefined || format === undefined || faults.length > 0) throw new DomainError(...faults);
  return { id: uuid, format };
}
