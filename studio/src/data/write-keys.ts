import { newId } from './new-id';

/**
 * Name of a request in the storage of the tab: its length and a digest, since bodies may be long. Two requests of one name would
 * share a key, which the service refuses.
 */
function nameOf(request: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < request.length; i++) {
    const code = request.charCodeAt(i);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  const digest = [high, low].map((half) => (half >>> 0).toString(36)).join('');
  return `studio.write.${request.length}.${digest}`;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Headers of a write with a key (`Idempotency-Key`). While its outcome is unknown, the same request gets the same key and the
 * same version of its record (`If-Match`), also after a reload of the tab: a write whose answer was lost is not done twice
 * when the user sends it again.
 * @param request method, path and body
 */
export function keyedHeaders(request: string, headers: Headers = {}): Headers {
  const name = nameOf(request);
  const known = sessionStorage.getItem(name);
  if (known !== null) return JSON.parse(known) as Headers;
  const keyed = { 'Idempotency-Key': newId(), ...headers };
  try {
    sessionStorage.setItem(name, JSON.stringify(keyed));
  } catch {
    // The storage is full: repetitions by the page have the key, those by the user another one.
  }
  return keyed;
}

/** Forgets the key of a write whose outcome is known: the same request is another write then. */
export const forgetWrite = (request: string): void => sessionStorage.removeItem(nameOf(request));
