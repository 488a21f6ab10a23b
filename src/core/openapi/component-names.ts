/** Maximum length of a name that is made of a caller's text. */
const MAX_LENGTH = 80;

/** Turns any text into a part of a name: `Orders by <b>month</b>` becomes `OrdersByBMonthB`. */
export function namePart(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join('')
    .slice(0, MAX_LENGTH);
}

/** Gives out names of components and operations that differ in more than their letter case. */
export class ComponentNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  /** Takes the wanted name, or the first free one of `<wanted>2`, `<wanted>3` and so on. */
  take(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#taken.has(name.toLowerCase()); i++) name = `${wanted}${i}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
