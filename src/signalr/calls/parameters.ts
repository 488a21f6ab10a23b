/** Type of an argument. `stream`: the client uploads it item by item. */
export type ParameterType = 'any' | 'string' | 'number' | 'boolean' | 'bytes' | 'dateTime' | 'array' | 'stream';

/** Parameter of a hub method. */
export interface Parameter {
  readonly type: ParameterType;
  /** True for a parameter at the end of the list that the client may omit. */
  readonly isOptional?: boolean;
}

type Read = (value: unknown) => unknown;

/** Result of reading an argument of the wrong type. */
const WRONG = Symbol('not of the type');

const when =
  (holds: (value: unknown) => boolean): Read =>
  (value) =>
    holds(value) ? value : WRONG;

const READERS: Readonly<Record<Exclude<ParameterType, 'stream'>, Read>> = {
  any: (value) => value,
  string: when((value) => typeof value === 'string' || value === null),
  number: when((value) => typeof value === 'number'),
  boolean: when((value) => typeof value === 'boolean'),
  array: when((value) => Array.isArray(value) || value === null),
  bytes: readBytes,
  dateTime: readDateTime,
};

/**
 * Assigns a call's arguments and uploads to its parameters: bytes as `Buffer`, times as `Date`.
 *
 * @returns `undefined` when count or types do not match
 */
export function bindArguments(
  parameters: readonly Parameter[],
  values: readonly unknown[],
  uploads: readonly unknown[],
): readonly unknown[] | undefined {
  const nextValue = values.values();
  const nextUpload = uploads.values();
  const bound: unknown[] = [];
  for (const { type, isOptional } of parameters) {
    const { done, value } = type === 'stream' ? nextUpload.next() : nextValue.next();
    if (done && !isOptional) return undefined;
    bound.push(done || type === 'stream' ? value : READERS[type](value));
  }
  return nextValue.next().done && !bound.includes(WRONG) ? bound : undefined;
}

/** Number of parameters that are uploads. */
export const countUploads = (parameters: readonly Parameter[]): number =>
  parameters.filter(({ type }) => type === 'stream').length;

function readBytes(value: unknown): unknown {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const isBase64 = typeof value === 'string' && /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?$/.test(value);
  return isBase64 ? Buffer.from(value, 'base64') : WRONG;
}

function readDateTime(value: unknown): unknown {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : value;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : WRONG;
}
