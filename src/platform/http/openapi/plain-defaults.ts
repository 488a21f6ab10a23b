type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Moves `default` of every schema into its description, because generators of clients take a member with a default for
 * one that is always there.
 */
export function withPlainDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withPlainDefaults) as T;
  if (!isJson(value)) return value;
  const { default: given, ...rest } = value;
  const changed = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withPlainDefaults(member)]));
  if (given === undefined || isJson(given))
    return { ...changed, ...(isJson(given) && { default: withPlainDefaults(given) }) } as T;
  return { ...changed, description: describedDefault(value.description, given) } as T;
}

const describedDefault = (description: unknown, given: unknown): string =>
  [...(typeof description === 'string' ? [description] : []), `Default: \`${String(given)}\`.`].join(' ');
