const MAX_NAME_BYTES = 255;
const MAX_EXTENSION_CHARACTERS = 20;
const NAMELESS = 'file';

/** Control characters, marks that hide or reverse text, and characters that Windows refuses in names. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const REPLACED = /[<>:"|?*]/g;
/** Names of devices, which Windows opens instead of a file, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/**
 * Makes a name that every system accepts for one file: without folders, control characters, names of devices, spaces
 * and dots at the end, at most 255 bytes.
 */
export function fileName(wished: string): string {
  const last = wished.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  const trimmed = last
    .replace(REFUSED, '')
    .replace(REPLACED, '_')
    .replace(/^\s+|[\s.]+$/g, '');
  return shortened(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed || NAMELESS, '');
}

/** Makes the names of an archive's files: `fileName` of each, repetitions in any letter case numbered. */
export function entryNames(wished: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return wished.map((each) => {
    const name = fileName(each);
    const key = name.toLowerCase();
    let found = name;
    for (let count = (counts.get(key) ?? 0) + 1; ; count++) {
      found = count === 1 ? name : shortened(name, ` (${count})`);
      if (taken.has(found.toLowerCase())) continue;
      counts.set(key, count);
      break;
    }
    taken.add(found.toLowerCase());
    return found;
  });
}

/** Adds a suffix before the extension and cuts the part before it, at whole characters, to the allowed length. */
function shortened(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && name.length - dot <= MAX_EXTENSION_CHARACTERS;
  const extension = suffix + (hasExtension ? name.slice(dot) : '');
  const room = MAX_NAME_BYTES - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  for (const character of hasExtension ? name.slice(0, dot) : name) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    stem += character;
  }
  return (bytes > room ? stem.trimEnd() : stem) + extension;
}
