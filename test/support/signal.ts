/** A promise that is fulfilled from outside. */
export function signal(): { readonly promise: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const promise = new Promise<void>((resolve) => (give = resolve));
  return { promise, give };
}
