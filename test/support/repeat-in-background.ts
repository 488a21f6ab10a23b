/** Repeats an action beside the rest of a test. @returns a function that stops it and throws its error */
export function repeatInBackground(work: () => Promise<unknown>): () => Promise<void> {
  const over = new AbortController();
  const working = (async () => {
    while (!over.signal.aborted) await work();
  })();
  // The function that stops the work reports its error.
  working.catch(() => undefined);
  return () => {
    over.abort();
    return working;
  };
}
