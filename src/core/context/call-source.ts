/** Source of a person's request, as the audit log names it. */
export const REQUEST = 'API';

/** Stands between the source and the Id of a key. */
export const KEY_MARK = '/';

/**
 * Source of the changes of a call, as the log has it: null for a request with a token. The Id of a key stands behind
 * what it did, as in `API/2f…`, also where a run of a workflow goes on with its rights.
 */
export const loggedSource = (source: string | undefined, keyId: string | undefined): string | null =>
  keyId === undefined ? (source ?? null) : `${source ?? REQUEST}${KEY_MARK}${keyId}`;

/** Reads the source of a change. */
export function readSource(logged: string | null): { readonly source: string | null; readonly keyId?: string } {
  const [source, keyId] = logged?.split(KEY_MARK) ?? [];
  return source === undefined || keyId === undefined
    ? { source: logged }
    : { source: source === REQUEST ? null : source, keyId };
}
