import type { JsonObject } from '#core/json/json.js';
import type { FileKind } from './file-kinds.js';

/** Longest name of a file without its ending, in characters, each of which is one byte. */
const MAX_LENGTH = 120;

/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Names the files of definitions: after the definition, the same each time, and safe on every file system. Names that
 * differ in letter case alone, and names that are cut, end with the id.
 */
export function fileNames(kind: FileKind, definitions: readonly JsonObject[]): readonly string[] {
  const bases = definitions.map((json) => safeName(kind.key.map((member) => textOf(json, member)).join('.')));
  const counts = new Map<string, number>();
  for (const base of bases) counts.set(base.toLowerCase(), (counts.get(base.toLowerCase()) ?? 0) + 1);
  return bases.map((base, i) => {
    const isAlone = counts.get(base.toLowerCase()) === 1 && base.length <= MAX_LENGTH;
    return `${isAlone ? base : `${base.slice(0, MAX_LENGTH)}~${textOf(definitions[i], 'Id')}`}.json`;
  });
}

const textOf = (json: JsonObject, member: string): string => {
  const value = json[member];
  return typeof value === 'string' ? value : '';
};

/** Encodes what a file system may not take, or may take for something else: all but letters, digits, `_`, `-` and dots inside. */
function safeName(name: string): string {
  const encoded = Array.from(name, (sign) =>
    /[A-Za-z0-9_.-]/.test(sign) ? sign : `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
  ).join('');
  const inside = encoded.replace(/^\.|\.$/g, '%2E');
  return DEVICE.test(inside) ? `%${inside}` : inside;
}
