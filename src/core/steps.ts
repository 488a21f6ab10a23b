/** Work in steps. Whoever executes it may let others work between them. */
export type Steps<T> = Generator<void, T, void>;

/** Executes all steps at once. */
export function allAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Visits items one by one, each in a step of its own. */
export function* visited<Item>(items: Iterable<Item>, visit: (item: Item) => void): Steps<void> {
  for (const item of items) {
    visit(item);
    yield;
  }
}

/** Converts items one by one, each in a step of its own. */
export function* mapped<From, To>(items: Iterable<From>, convert: (item: From) => To): Steps<To[]> {
  const results: To[] = [];
  for (const item of items) {
    results.push(convert(item));
    yield;
  }
  return results;
}

/** Gathers what is found about items one by one, each in a step of its own. */
export function* gathered<From, Found>(items: Iterable<From>, find: (item: From) => Iterable<Found>): Steps<Found[]> {
  const all: Found[] = [];
  for (const item of items) {
    for (const found of find(item)) all.push(found);
    yield;
  }
  return all;
}
