import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { textOf } from '../../core/templates/template.js';
import { parseOperator } from '../../core/criteria/operators.js';
import type { BatchStep } from './batch-command.js';

/**
 * Tells whether an insert may run behind all other steps of its batch, where its unique values are free by then: a later
 * step changes records of its entity, none refers to the new record, and none has a where-clause that could match it.
 */
export function mayRunLast(steps: readonly BatchStep[], i: number): boolean {
  const { operation, ref, body } = steps[i];
  if (operation !== 'Insert' || givesId(body)) return false;
  const later = steps.slice(i + 1);
  if (!later.some((step) => step.operation !== 'Insert' && entityOf(step) === entityOf(steps[i]))) return false;
  return later.every((step) => !(ref !== undefined && mentions(step.body, ref)) && isApart(step));
}

const entityOf = ({ body }: BatchStep): string => textOf(body.EntityName).toLowerCase();

const givesId = ({ Fields = null }: JsonObject): boolean =>
  isArray(Fields) &&
  Fields.some((field) => isObject(field) && typeof field.FieldName === 'string' && /^id$/i.test(field.FieldName));

/** True for a step that matches records by their Ids, or matches none. */
function isApart({ operation, body }: BatchStep): boolean {
  if (operation === 'Insert') return true;
  const where = body.WhereClause ?? null;
  const filters = isObject(where) && isArray(where.Filters) ? where.Filters : [];
  return operation !== 'Upsert' && filters.length === 1 && isById(filters[0], where as JsonObject);
}

function isById(filter: JsonValue, { FilterLogic = null }: JsonObject): boolean {
  if (!isObject(filter) || typeof filter.FieldName !== 'string' || /not/i.test(logicText(FilterLogic))) return false;
  const operator = parseOperator(filter.Operator);
  return filter.FieldName.toLowerCase() === 'id' && (operator === 'EqualTo' || operator === 'IN');
}

const logicText = (json: JsonValue): string =>
  json instanceof JsonNumber ? json.text : typeof json === 'string' ? json : '';

/** True if a text inside the value refers to the record of a step. */
function mentions(json: JsonValue, ref: string): boolean {
  if (typeof json === 'string') return json.startsWith(`$${ref}.`);
  if (isArray(json)) return json.some((item) => mentions(item, ref));
  return isObject(json) && Object.values(json).some((item) => mentions(item, ref));
}
