export type Eventually<T> = T | Promise<T>;

/**
 * Applies `next` synchronously unless `value` is a promise: on the hot path all values are cached and no promise is
 * created.
 */
export const chain = <T, R>(value: Eventually<T>, next: (value: T) => Eventually<R>): Eventually<R> =>
  value instanceof Promise ? value.then(next) : next(value);
