/** Characters that a value with a charset must escape although a URL need not (RFC 8187). */
const ESCAPED = /['()*]/g;

/** Value of `Content-Disposition` for a file with a name in any language (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    ESCAPED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
