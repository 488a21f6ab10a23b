/** Observable, as far as a stream needs it; those of RxJS fit. */
export interface Subscribable {
  subscribe(observer: { next(item: unknown): void; error(error: unknown): void; complete(): void }): {
    unsubscribe(): void;
  };
}

/** Limit of buffered items of an Observable whose client is slow. */
const MAXIMUM_AHEAD = 100_000;

/** True for a result that is streamed item by item: an async iterable or an Observable. */
export function isStream(value: unknown): value is AsyncIterable<unknown> | Subscribable {
  return isAsyncIterable(value) || isSubscribable(value);
}

/** Iterator over a stream, which starts with the first request for an item. */
export const iteratorOf = (stream: AsyncIterable<unknown> | Subscribable): AsyncIterator<unknown> =>
  isAsyncIterable(stream) ? stream[Symbol.asyncIterator]() : subscribed(stream);

/** Next item; `undefined` as soon as `signal` aborts, without waiting for the source. */
export function nextItem(
  iterator: AsyncIterator<unknown>,
  signal: AbortSignal,
): Promise<IteratorResult<unknown> | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject);
  });
}

export const isSubscribable = (value: unknown): value is Subscribable =>
  typeof (value as Partial<Subscribable> | null | undefined)?.subscribe === 'function';

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === 'function';

async function* subscribed(source: Subscribable): AsyncGenerator {
  const items: unknown[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;
  const finish = (how: { readonly error?: unknown }): void => {
    end ??= how;
    wake?.();
  };
  const subscription = source.subscribe({
    next: (item) => {
      if (items.push(item) > MAXIMUM_AHEAD) finish({ error: new Error('The client reads too slowly.') });
      wake?.();
    },
    error: (error) => finish({ error }),
    complete: () => finish({}),
  });
  try {
    for (;;) {
      while (items.length > 0) yield items.shift();
      if (end) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    if ('error' in end) throw end.error;
  } finally {
    subscription.unsubscribe();
  }
}
