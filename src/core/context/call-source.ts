/** Source of a person's request, as the audit log names it. */
export const REQUEST = 'API';

/** Source of what an identity mapping gives and takes. */
export const MAPPING = 'Mapping';

/** Stands between the source and the Id of a key. */
export const KEY_MARK = '/';

/**
 * Source of the changes of a call, as the log has it: null for a request with a token. The Id of a key stands behind
 * what it did, as in `API/2f…`, also where a run of a workflow goes on with its rights; that of a mapping as in
 * `Mapping/2f…`.
 */
export const loggedSource = (source: string | undefined, id: string | undefined): string | null =>
  id === undefined ? (source ?? null) : `${source ?? REQUEST}${KEY_MARK}${id}`;

/** Reads the source of a change. */
export function readSource(logged: string | null): { readonly source: string | null; readonly keyId?: string } {
  const [source, id] = logged?.split(KEY_MARK) ?? [];
  if (source === MAPPING) return { source };
  return source === undefined || id === undefined
    ? { source: logged }
    : { source: source === REQUEST ? null : source, keyId: id };
}
