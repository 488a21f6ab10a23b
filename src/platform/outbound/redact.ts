import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { SecretFinder } from '#core/redaction/secret-finder.js';

const REDACTED = '[redacted]';

/** Removes secrets from all texts, names of members and numbers of values, in every form that is likely to be sent back. */
export function redactorOf(secrets: readonly string[]): (value: JsonValue) => JsonValue {
  if (secrets.length === 0) return (value) => value;
  const finder = new SecretFinder(secrets);
  const clean = (text: string): string => {
    const ranges = finder.find(text);
    return ranges.length === 0 ? text : withoutRanges(text, ranges);
  };
  const visit = (item: JsonValue): JsonValue => {
    if (typeof item === 'string') return clean(item);
    if (item instanceof JsonNumber) return clean(item.text) === item.text ? item : REDACTED;
    if (isArray(item)) return item.map(visit);
    return isObject(item) ? visitMembers(item) : item;
  };
  const visitMembers = (object: JsonObject): JsonObject => {
    const cleaned = Object.create(null) as Record<string, JsonValue>;
    for (const [name, member] of Object.entries(object)) cleaned[clean(name)] = visit(member);
    return cleaned;
  };
  return visit;
}

function withoutRanges(text: string, ranges: ReturnType<SecretFinder['find']>): string {
  const kept = ranges.map(([from], i) => text.slice(i === 0 ? 0 : ranges[i - 1][1], from));
  return [...kept, text.slice(ranges.at(-1)![1])].join(REDACTED);
}
