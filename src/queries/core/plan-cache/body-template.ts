/** Start of a member `Value` with text: no blank or one, as usual serializers write it. */
const VALUE = '"Value":';
const QUOTE = '"';
const BLANK = ' ';
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Text of a JSON body in which the texts of the members `Value` are left open. It matches bodies that differ in nothing
 * else, so that they have the same structure.
 */
export class BodyTemplate {
  private constructor(
    /** Up to the first open text, its quote included; the whole body if there is none. */
    readonly head: string,
    /** Text behind each open text, from its quote on. */
    private readonly tails: readonly string[],
    /** Length of head and tails. */
    readonly length: number,
  ) {}

  /**
   * Splits a body.
   * @param json well-formed JSON; its strings contain no quotes, because bodies with escapes are left out.
   * @returns the template and the open texts; `undefined` for a body with escapes.
   */
  static of(json: string): { readonly template: BodyTemplate; readonly texts: readonly string[] } | undefined {
    if (json.includes('\\')) return undefined;
    const head = headOf(json);
    const texts: string[] = [];
    const tails: string[] = [];
    for (let at = head.length; at < json.length;) {
      const end = json.indexOf(QUOTE, at);
      texts.push(json.slice(at, end));
      const tail = json.slice(end, openAfter(json, end));
      tails.push(tail);
      at = end + tail.length;
    }
    const length = tails.reduce((sum, tail) => sum + tail.length, head.length);
    return { template: new BodyTemplate(head, tails, length), texts };
  }

  /** Returns the open texts of a body that matches, `undefined` for any other body. */
  match(json: string): readonly string[] | undefined {
    let at = this.head.length;
    const texts: string[] = [];
    for (const tail of this.tails) {
      const end = json.indexOf(QUOTE, at);
      if (end < 0 || !json.startsWith(tail, end)) return undefined;
      const text = json.slice(at, end);
      if (!isPlain(text)) return undefined;
      texts.push(text);
      at = end + tail.length;
    }
    return at === json.length && json.startsWith(this.head) ? texts : undefined;
  }
}

/** True for a JSON text without characters that would have to be unescaped or refused. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH || code < FIRST_PRINTABLE) return false;
  }
  return true;
}

/** The text that a template of this body would begin with. */
export const headOf = (json: string): string => json.slice(0, openAfter(json, 0));

/** Offset behind the quote that opens the next text of a `Value`; the end if there is none. */
function openAfter(json: string, from: number): number {
  for (let at = json.indexOf(VALUE, from); at >= 0; at = json.indexOf(VALUE, at + 1)) {
    const blanks = json[at + VALUE.length] === BLANK ? 1 : 0;
    const start = at + VALUE.length + blanks;
    if (json[start] === QUOTE) return start + 1;
  }
  return json.length;
}
