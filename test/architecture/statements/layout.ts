/** Characters of a line of a statement that is divided. */
const WIDTH = 116;

/** Quoted text and names, which keep their white space; parentheses and commas; white space; words and operators. */
const TOKEN =
  /\$\w*\$[\s\S]*?\$\w*\$|E?'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*"|[(),]|\s+|[^\s'"(),$]+|\$\d+[^\s'"(),$]*|\$/g;

const CLAUSES =
  'SELECT FROM WHERE JOIN LEFT CROSS GROUP HAVING WINDOW ORDER LIMIT OFFSET FOR UNION SET VALUES RETURNING';
/** Words that begin a line. */
const CLAUSE = new Set(`${CLAUSES} INSERT UPDATE DELETE`.split(' '));
/** Words before these that are no clauses: `IS DISTINCT FROM`, `FOR UPDATE`, `ON DELETE`. */
const CONTINUES = /^(?:DISTINCT|FOR|KEY|DO|ON|BEFORE|AFTER|OR|LEFT|CROSS|,)$/;
/** Words before which a line may end. */
const SOFT = new Set(['AND', 'OR', '||', 'WHEN', 'ELSE', 'ON']);

/** A word with the blank before it, if any, or a group in parentheses. */
interface Item {
  readonly blank: string;
  readonly text: string;
  readonly inner?: readonly Item[];
}

/** Items that stay in one line if they fit. */
interface Piece {
  readonly isClause: boolean;
  readonly items: readonly Item[];
}

const flat = (items: readonly Item[]): string =>
  items.map(({ blank, text, inner }, i) => `${i === 0 ? '' : blank}${inner ? `(${flat(inner)})` : text}`).join('');

/** Reads tokens up to the closing parenthesis. */
function read(tokens: Iterator<string>): readonly Item[] {
  const items: Item[] = [];
  let blank = '';
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const text = next.value;
    if (text.trim() === '') blank = ' ';
    else if (text === ')') return items;
    else {
      items.push(text === '(' ? { blank, text, inner: read(tokens) } : { blank, text });
      blank = '';
    }
  }
  return items;
}

const QUERY = /^(?:SELECT|INSERT|UPDATE|DELETE|VALUES)$/;
const hasQuery = ({ text, inner }: Item): boolean => QUERY.test(text) || (inner?.some(hasQuery) ?? false);

/** Groups without a query are expressions and lists, which fill the lines as all text does. */
const filled = (item: Item): readonly Item[] => {
  const { blank, inner } = item;
  if (!inner || hasQuery(item)) return [item];
  const [first, ...others] = inner.flatMap(filled);
  const opened = first ? [{ ...first, blank: '' }, ...others] : [];
  return [{ blank, text: '(' }, ...opened, { blank: '', text: ')' }];
};

/** Divides the items of a level into the pieces of its lines. */
function piecesOf(items: readonly Item[]): readonly Piece[] {
  const pieces: { isClause: boolean; items: Item[] }[] = [];
  const isWith = items[0].text === 'WITH';
  let depth = 0;
  for (const [i, item] of items.entries()) {
    const before = items[i - 1]?.text ?? '';
    const isClause = depth === 0 && (beginsClause(item, before) || (isWith && before === ','));
    if (i === 0 || isClause || mayEndBefore(item, before)) pieces.push({ isClause, items: [item] });
    else pieces.at(-1)!.items.push(item);
    depth += depthOf(item);
  }
  return pieces;
}

const beginsClause = ({ text }: Item, before: string): boolean => CLAUSE.has(text) && !CONTINUES.test(before);
const mayEndBefore = ({ blank, text }: Item, before: string): boolean =>
  blank !== '' && (before === ',' || SOFT.has(text));

/** Change of the depth by a parenthesis of what `filled` has opened. */
function depthOf({ text, inner }: Item): number {
  if (inner) return 0;
  return text === '(' ? 1 : text === ')' ? -1 : 0;
}

/** Lines of a level; the first of them begins where the text before ends. */
function lines(items: readonly Item[], indent: string): string {
  const whole = flat(items);
  if (indent.length + whole.length <= WIDTH && !whole.includes('\n')) return whole;
  let text = indent;
  for (const piece of piecesOf(items.flatMap(filled))) {
    const given = flat(piece.items);
    if (text !== indent) text += gapBefore(piece, columnOf(text) + 1 + given.length <= WIDTH, indent);
    text = columnOf(text) + given.length <= WIDTH ? text + given : withItems(text, piece.items);
  }
  return text.slice(indent.length);
}

const columnOf = (text: string): number => text.length - text.lastIndexOf('\n') - 1;

function gapBefore({ isClause, items: [first] }: Piece, fits: boolean, indent: string): string {
  if (isClause) return `\n${indent}`;
  return fits ? first.blank : `\n${indent}  `;
}

/** Adds items that do not fit in one line, groups among them in lines of their own. */
function withItems(text: string, items: readonly Item[]): string {
  let added = text;
  for (const [i, item] of items.entries()) {
    const [margin] = /^ */.exec(added.slice(added.lastIndexOf('\n') + 1))!;
    added += (i === 0 ? '' : item.blank) + itemText(item, margin, columnOf(added));
  }
  return added;
}

function itemText({ text, inner }: Item, indent: string, column: number): string {
  if (!inner) return text;
  const whole = flat(inner);
  if (column + whole.length + 2 <= WIDTH && !whole.includes('\n')) return `(${whole})`;
  return `(\n${indent}  ${lines(inner, `${indent}  `)}\n${indent})`;
}

/** Lays a statement out in lines. Only white space outside of quotes changes. */
export const layout = (text: string): string => lines(read((text.match(TOKEN) ?? []).values()), '');
