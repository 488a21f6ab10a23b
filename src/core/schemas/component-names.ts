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

/** Names that programs have: of letters, digits and underscores. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{Mn}\p{Mc}\p{Nd}_]*$/u;
/** Members of every object of JavaScript; readers and generators of documents take them for those. */
const OF_OBJECTS = new Set(Object.getOwnPropertyNames(Object.prototype));
/** Members that generated C# has of its own, or that hide what it names, in any letter case. */
const OF_CLASSES: ReadonlySet<string> = new Set(['additionalproperties', 'newtonsoft']);

/** The identifier that programs make of a name, such as `CustomerId_Name`; undefined where they cannot hold the name. */
export function identifierOf(name: string): string | undefined {
  const identifier = name.replaceAll('.', '_');
  const isOne = IDENTIFIER.test(identifier) && !/[\ud800-\udfff]/.test(identifier);
  return isOne && !OF_OBJECTS.has(name) && !OF_CLASSES.has(name.toLowerCase()) ? identifier : undefined;
}

/** Namespaces and classes that generated C# needs for itself. */
const OF_GENERATORS = ['System', 'Newtonsoft', 'ApiException', 'FileResponse', 'AdditionalProperties'];

/** Gives out names of components and operations that differ in more than their letter case. */
export class ComponentNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...OF_GENERATORS, ...taken].map((name) => name.toLowerCase()));
  }

  /** Takes the wanted name, or the first free one of `<wanted>2`, `<wanted>3` and so on. */
  take(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#taken.has(name.toLowerCase()); i++) name = `${wanted}${i}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
