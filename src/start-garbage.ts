import { Session } from 'node:inspector/promises';

/**
 * Frees the memory that only the start needed, half of the heap, moves the rest together and shrinks the young
 * generation. V8 itself would wait for seconds, or until a load fills the heap (decision 0242).
 */
export async function collectStartGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
