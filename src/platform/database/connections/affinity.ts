const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Finds the item that an environment prefers, the same one at every call (rendezvous hashing). With one item more or less,
 * only environments that prefer it choose anew.
 *
 * @param schema of the environment
 * @param items in their order; absent ones are left out of the choice
 */
export function preferredOf<T>(schema: string, items: readonly (T | undefined)[]): T | undefined {
  const hash = hashOf(schema);
  let preferred: T | undefined;
  let highest = -1;
  for (const [slot, item] of items.entries()) {
    const rank = item === undefined ? -1 : mixed(hash, slot);
    if (rank > highest) [preferred, highest] = [item, rank];
  }
  return preferred;
}

function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}

/** Mixes the bits, so that the rank of one slot tells nothing about that of another (the end of MurmurHash3). */
function mixed(hash: number, slot: number): number {
  let bits = hash ^ Math.imul(slot + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
