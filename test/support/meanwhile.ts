/** Does something again and again beside the rest of a test. @returns what ends it, and throws what it threw */
export function meanwhile(work: () => Promise<unknown>): () => Promise<void> {
  const over = new AbortController();
  const working = (async () => {
    while (!over.signal.aborted) await work();
  })();
  // Whoever ends it is told; until then nobody waits for it.
  working.catch(() => undefined);
  return () => {
    over.abort();
    return working;
  };
}
