import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '../../core/json/json.js';

const REDACTED = '[redacted]';

/** Removes secrets from all texts, names of members and numbers of a value, also where they are escaped. */
export function redactJson(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (secrets.length === 0) return value;
  const forms = formsOf(secrets);
  const clean = (text: string): string => forms.reduce((left, form) => left.replaceAll(form, REDACTED), text);
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
  return visit(value);
}

/**
 * Returns secrets as they stand in texts: plain, escaped as in JSON, in a URL and in Base64. Longest first, because a
 * secret may contain a shorter one.
 */
const formsOf = (secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]);
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
};
