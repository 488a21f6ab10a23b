/**
 * SQL fragments. A hole in a fragment is another fragment or a `Slot`; there is no way to put a value into SQL text.
 * A slot names a position in the request's `args`, so that the text of a request's shape is rendered once and executed
 * with the args of many requests.
 */

/** A bound value: its position in `args` and its PostgreSQL type, which is always written as a cast. */
export class Slot {
  constructor(
    readonly index: number,
    readonly type: string,
  ) {}
}

/** A piece of SQL text with holes between its strings. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly holes: readonly (Sql | Slot)[],
  ) {}
}

/** A finished statement: `$1…$n` in `text`; `slots[i]` is the position in `args` that `$i+1` takes. */
export interface SqlText {
  readonly text: string;
  readonly slots: readonly number[];
}

/** Folded strings by template: a template literal passes the same array in each evaluation. */
const foldedStrings = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * A fragment as a template literal. Line breaks with the indentation around them are layout: they become one blank, and
 * none at the ends and beside parentheses. Quoted literals, quoted names and dollar-quoted bodies keep theirs.
 */
export function sql(strings: TemplateStringsArray, ...holes: readonly (Sql | Slot)[]): Sql {
  let folded = foldedStrings.get(strings);
  if (folded === undefined) {
    folded = foldLines(strings);
    foldedStrings.set(strings, folded);
  }
  return new Sql(folded, holes);
}

/** The body of a PL/pgSQL function: keeps its lines, by which PostgreSQL locates errors. */
export const plpgsql = (strings: TemplateStringsArray, ...holes: readonly (Sql | Slot)[]): Sql =>
  new Sql(strings, holes);

/** A quote that opens or closes, or a line break with the white space around it. */
const QUOTE_OR_BREAK = /'|"|\$(?:[A-Za-z_]\w*)?\$|\s*\n\s*/g;

/** A quoted text may go on behind a hole, so the quote that is open is carried from string to string. */
function foldLines(strings: readonly string[]): readonly string[] {
  let openQuote = '';
  return strings.map((text, i) =>
    text.replaceAll(QUOTE_OR_BREAK, (found, at: number) => {
      if (found.trim() !== '') {
        if (openQuote === '') openQuote = found;
        else if (openQuote === found) openQuote = '';
        return found;
      }
      if (openQuote !== '') return found;
      const end = at + found.length;
      const atStart = at === 0 ? i === 0 : text[at - 1] === '(';
      const atEnd = end === text.length ? i === strings.length - 1 : text[end] === ')';
      return atStart || atEnd ? '' : ' ';
    }),
  );
}

/** Trusted text, such as a type name. Never pass anything that a client sent. */
export const raw = (text: string): Sql => new Sql([text], []);

export const EMPTY = raw('');

/** A quoted name; names come from the catalogue. */
export const ident = (...names: readonly string[]): Sql =>
  raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'));

/** A quoted text constant from the catalogue, such as a JSON key or an enum's value. */
export const literal = (text: string): Sql =>
  raw(
    text.includes('\\')
      ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
      : `'${text.replaceAll("'", "''")}'`,
  );

/** The items with `separator` between them. */
export function list(items: readonly (Sql | Slot)[], separator = ', '): Sql {
  if (items.length === 0) return EMPTY;
  return new Sql(['', ...items.slice(1).map(() => separator), ''], items);
}

/** The conditions joined with AND; `true` when there are none. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : conditions.length === 1 ? conditions[0] : sql`(${list(conditions, ' AND ')})`;

/** The conditions joined with OR; `false` when there are none. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : conditions.length === 1 ? conditions[0] : sql`(${list(conditions, ' OR ')})`;

/** Puts another fragment in the place of each slot. */
export const withSlots = (fragment: Sql, place: (slot: Slot) => Sql | Slot): Sql =>
  new Sql(
    fragment.strings,
    fragment.holes.map((hole) => (hole instanceof Sql ? withSlots(hole, place) : place(hole))),
  );

/** Writes the fragment as text; a slot used twice is one parameter. */
export function render(fragment: Sql): SqlText {
  const parameters = new Map<number, number>();
  const text = renderWith(fragment, ({ index, type }) => {
    if (!parameters.has(index)) parameters.set(index, parameters.size + 1);
    return `$${parameters.get(index)}::${type}`;
  });
  return { text, slots: [...parameters.keys()] };
}

/** Writes the fragment as text. @param parameter what stands in place of a slot, its cast included. */
export function renderWith(fragment: Sql, parameter: (slot: Slot) => string): string {
  let text = fragment.strings[0];
  for (let i = 0; i < fragment.holes.length; i++) {
    const hole = fragment.holes[i];
    text += (hole instanceof Sql ? renderWith(hole, parameter) : parameter(hole)) + fragment.strings[i + 1];
  }
  return text;
}

/** The slots of a fragment, each once. */
export function slotsOf(fragment: Sql): readonly Slot[] {
  const slots = new Map<number, Slot>();
  renderWith(fragment, (slot) => {
    slots.set(slot.index, slot);
    return '';
  });
  return [...slots.values()];
}
