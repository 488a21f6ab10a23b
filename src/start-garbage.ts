import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COMPACTING = ['expose-gc', 'compact-on-every-full-gc'] as const;

/**
 * Frees the memory that only the start needed, half of the heap, and moves the rest together. V8 itself would wait until a
 * load fills the heap, so that idle nodes would hold it for ever (decision 0242).
 */
export function collectStartGarbage(): void {
  for (const flag of COMPACTING) setFlagsFromString(`--${flag}`);
  const collect = runInNewContext('gc') as () => void;
  collect();
  for (const flag of COMPACTING) setFlagsFromString(`--no-${flag}`);
}
