import type { Fault } from '#core/errors.js';

/** A change to print. */
interface PrintedChange {
  readonly action: string;
  readonly kind: { readonly entity: string };
  readonly label: string;
  readonly members: readonly string[];
  readonly risk?: string;
  readonly rows?: number;
}

const SIGNS: Readonly<Record<string, string>> = { Create: '+', Update: '~', Delete: '-' };

/** Prints changes, one in a line, each with its risk. */
export function changeLines(changes: readonly PrintedChange[]): string {
  if (changes.length === 0) return 'No differences.\n';
  const lines = changes.map(({ action, kind, label, members, risk, rows }) => {
    const fields = action === 'Update' ? `: ${members.join(', ')}` : '';
    const about = risk === undefined ? '' : `\n    ! ${risk} (${rows} records)`;
    return `${SIGNS[action]} ${kind.entity} ${printable(label)}${fields}${about}\n`;
  });
  const count = (wanted: string): number => changes.filter(({ action }) => action === wanted).length;
  return `${lines.join('')}${count('Create')} to create, ${count('Update')} to update, ${count('Delete')} to delete.\n`;
}

/** Prints faults, each with its file or its path in the document. @param places files by path in the document */
export const faultLines = (
  faults: readonly Fault[],
  places: ReadonlyMap<string, string> = new Map(),
): readonly string[] =>
  faults.map(({ code, message, path }) => {
    const [start = ''] = /^[A-Za-z]+\[\d+\]/.exec(path ?? '') ?? [];
    const file = places.get(start);
    const place = file === undefined ? path : `${file}${path!.slice(start.length).replace(/^\./, ': ')}`;
    const isNamed = !place || message.startsWith(place);
    return printable(`${isNamed ? '' : `${place}: `}${message} (${code})`);
  });

/** Replaces control characters, which a terminal would obey. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?');
