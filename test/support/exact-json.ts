import { format } from 'prettier';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Marks a text that stands for a number; a character that no text of the service has. */
const MARK = '\uE000';
const MARKED = new RegExp(`"${MARK}([^"]+)"`, 'g');

/** Reads JSON and keeps the digits of numbers that are not whole, as marked texts. */
export function parseExact(json: string): unknown {
  const marked = json.replaceAll(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || /^-?\d{1,15}$/.test(token) ? token : `"${MARK}${token}"`,
  );
  return JSON.parse(marked);
}

/** Writes what `parseExact` has read, laid out for people. @param width the most characters of a line, if possible */
export async function printExact(value: unknown, width: number): Promise<string> {
  const text = await layOut(JSON.stringify(value), width);
  return text.replaceAll(MARKED, '$1');
}

/** Lays out JSON; objects that begin a new line stay on several. @param width the most characters of a line, if possible */
export const layOut = (json: string, width: number): Promise<string> =>
  format(json, { parser: 'json', printWidth: width });
