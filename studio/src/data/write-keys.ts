import { newId } from './new-id';

/** Name of a request in the storage of the tab: its length and a digest (cyrb53), since bodies may be long. */
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

/**
 * Key of a write (`Idempotency-Key`). While its outcome is unknown, the same request gets the same key, also after a reload
 * of the tab: a write whose answer was lost is not done twice when the user sends it again.
 */
export function keyOfWrite(request: string): string {
  const name = nameOf(request);
  const known = sessionStorage.getItem(name);
  if (known !== null) return known;
  const key = newId();
  try {
    sessionStorage.setItem(name, key);
  } catch {
    // The storage is full: repetitions by the page have the key, those by the user another one.
  }
  return key;
}

/** Forgets the key of a write whose outcome is known: the same request is another write then. */
export const forgetWrite = (request: string): void => sessionStorage.removeItem(nameOf(request));
