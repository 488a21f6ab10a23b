import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { textOf } from '#core/tokens/template.js';
import { parseOperator } from '#core/fields/operators.js';
import type { BatchStep } from './batch-command.js';

/**
 * Finds the inserts that may run behind all other steps of their batch, where their unique values are free by then: a later
 * step changes records of the entity, none refers to the new record, and none has a where-clause that could match it.
 * @returns positions of the steps
 */
export function lateSteps(steps: readonly BatchStep[]): ReadonlySet<number> {
  const late = new Set<number>();
  const [mentioned, changed] = [new Set<string>(), new Set<string>()];
  for (let i = steps.length - 1; i >= 0; i--) {
    const { operation, ref, body } = steps[i];
    const isFree = ref === undefined || !mentioned.has(ref);
    if (operation === 'Insert' && isFree && changed.has(entityOf(steps[i])) && !givesId(body)) late.add(i);
    if (!isIsolated(steps[i])) break;
    if (operation !== 'Insert') changed.add(entityOf(steps[i]));
    noteMentions(body, mentioned);
  }
  return late;
}

const entityOf = ({ body }: BatchStep): string => textOf(body.EntityName).toLowerCase();

const givesId = ({ Fields = null }: JsonObject): boolean =>
  isArray(Fields) &&
  Fields.some((field) => isObject(field) && typeof field.FieldName === 'string' && /^id$/i.test(field.FieldName));

/** True for a step that matches records by their Ids, or matches none. */
function isIsolated({ operation, body }: BatchStep): boolean {
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

/** Adds the steps to which texts inside the value refer. */
function noteMentions(json: JsonValue, mentioned: Set<string>): void {
  if (typeof json === 'string') {
    if (json.startsWith('$')) mentioned.add(json.slice(1, json.indexOf('.')));
  } else if (isArray(json)) for (const item of json) noteMentions(item, mentioned);
  else if (isObject(json)) for (const item of Object.values(json)) noteMentions(item, mentioned);
}
