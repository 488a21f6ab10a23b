/** Element of a parsed document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN = /<\?xml [^?]*\?>\s*|<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ATTRIBUTE = / ([\w:]+)="([^"]*)"/g;
const REFUSED = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Parses the XML that the service writes; refuses everything that an XML parser refuses. @throws {Error} */
export function readXml(document: string): XmlElement {
  if (REFUSED.test(document)) throw new Error('The document holds a character that XML refuses.');
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < document.length;) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(document);
    if (!token) throw new Error(`Malformed at ${at}: ${document.slice(at, at + 50)}`);
    read(token, open);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('The document has not exactly one root.');
  return root.children[0];
}

/** Reads the start, the end or the text of an element. */
function read([, end, start, attributes, isEmpty, text]: readonly string[], open: OpenElement[]): void {
  if (text !== undefined) open.at(-1)!.text += unescaped(text);
  if (end !== undefined && open.pop()!.name !== end) throw new Error(`Unexpected end of ${end}.`);
  if (start === undefined) return;
  const element = { name: start, attributes: attributesOf(attributes), children: [], text: '' };
  open.at(-1)!.children.push(element);
  if (isEmpty === '') open.push(element);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const all = [...text.matchAll(ATTRIBUTE)].map(([, name, value]): [string, string] => [name, unescaped(value)]);
  const attributes = new Map(all);
  if (attributes.size !== all.length) throw new Error(`An attribute is given twice: ${text}`);
  return attributes;
}

const unescaped = (text: string): string =>
  text.replaceAll(/&(\w*)(;?)/g, (found, name: string) => {
    if (!Object.hasOwn(ENTITIES, name)) throw new Error(`Unknown entity ${found}`);
    return ENTITIES[name];
  });

/** Returns all elements of a name below an element. */
export const elementsNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsNamed(child, name)]);
