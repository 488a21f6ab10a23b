/** Least length of the secret of tokens: HS256 has no more strength than its key (RFC 7518, section 3.2). */
const MIN_SECRET_BYTES = 32;
/** Random texts of this length have more different characters, also those of hexadecimal digits. */
const MIN_DIFFERENT_CHARACTERS = 8;

/** Texts of manuals, which are public or ask to be replaced. */
const PLACEHOLDER =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|it)|your[-_ ][^]*(?:secret|key)|development[-_ ]only|at[-_ ]least[-_ ]256[-_ ]bits/i;

/** Says why a secret of tokens is easy to guess; `undefined` for one that is not. Never shows the secret. */
export function weaknessOf(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret);
  if (bytes < MIN_SECRET_BYTES) return `has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, fewer than ${MIN_SECRET_BYTES}`;
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT_CHARACTERS)
    return `has ${different} different ${different === 1 ? 'character' : 'characters'}, fewer than ${MIN_DIFFERENT_CHARACTERS}`;
  if (periodOf(secret) <= secret.length / 2) return 'repeats one text';
  return PLACEHOLDER.test(secret) ? 'is a text of a manual' : undefined;
}

/** Length of the shortest text that gives the whole when it is repeated, the last time maybe in part. */
function periodOf(text: string): number {
  let period = 1;
  while (!text.startsWith(text.slice(period))) period += 1;
  return period;
}
