import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults, type Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { systemContext } from '#core/context/system-context.js';
import { choicesCommand, choicesOf, offered } from './choices.js';
import { readList } from './read-list.js';

/** Finds the faults that prevent a `List` record from being answered, for a caller with all rights. */
export function listFaults({ catalogue, correlationId, at }: RequestContext, record: JsonObject): readonly Fault[] {
  try {
    const list = readList(record);
    if (list.kind === 'fixed') return [];
    const entity = catalogue.entity(list.choices.entityName);
    const choices = choicesOf(entity, list.choices);
    const request = { pageNumber: 1, pageSize: 1, faults: new Faults() };
    const command = choicesCommand(catalogue, choices, request, offered(entity, choices));
    planSelect(systemContext(catalogue, correlationId, at), command);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}
