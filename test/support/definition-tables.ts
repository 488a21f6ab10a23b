/** A field of a built-in entity, in the members of definition files. */
interface FieldDefinition {
  readonly FieldName: string;
  readonly FieldType: string;
  readonly Required?: boolean;
  readonly Unique?: boolean;
  readonly Immutable?: boolean;
  readonly Default?: unknown;
  readonly Target?: string;
  readonly Values?: readonly string[];
}

/** A built-in entity, in the members of definition files. */
export interface EntityDefinition {
  readonly EntityName: string;
  readonly Fields: readonly FieldDefinition[];
  readonly UniqueKeys?: readonly (readonly string[])[];
}

const COLUMNS = ['member', 'type', 'required', 'default', 'refers to', 'meaning'];
const KIND = /^### (?<kind>\w+)\n\n(?<about>[^|]*?)\n\n(?=\|)/gm;
const ROW = /^\| `(?<member>\w+)` .*\| (?<meaning>[^|]*?) +\|$/gm;

/** Texts that people wrote about the kinds and their members: one for each kind, and for each `Kind.Member`. */
export type Meanings = ReadonlyMap<string, string>;

/** Reads the texts of people from the tables of a page, so that they outlive a renewal. */
export function meaningsOf(section: string): Meanings {
  const meanings = new Map<string, string>();
  for (const part of section.split(/^(?=### )/m)) {
    const [found] = part.matchAll(KIND);
    if (found?.groups === undefined) continue;
    const { kind, about } = found.groups;
    meanings.set(kind, about);
    for (const { groups } of part.matchAll(ROW)) meanings.set(`${kind}.${groups?.member}`, groups?.meaning ?? '');
  }
  return meanings;
}

/** Sections in Markdown with a table for each entity. */
export const definitionTables = (entities: readonly EntityDefinition[], meanings: Meanings): string =>
  entities.map((entity) => kindSection(entity, meanings)).join('\n\n');

function kindSection({ EntityName, Fields, UniqueKeys = [] }: EntityDefinition, meanings: Meanings): string {
  const rows = Fields.map((field) => {
    const cells = [`\`${field.FieldName}\``, typeOf(field), rulesOf(field), defaultOf(field), field.Target ?? ''];
    return [...cells, meanings.get(`${EntityName}.${field.FieldName}`) ?? ''];
  });
  const table = [COLUMNS, COLUMNS.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const keys = UniqueKeys.map((names) => `Unique together: ${names.map((name) => `\`${name}\``).join(', ')}.`);
  return [`### ${EntityName}`, meanings.get(EntityName) ?? '', table, ...keys].join('\n\n');
}

const typeOf = ({ FieldType, Values }: FieldDefinition): string =>
  Values ? `${FieldType}: ${Values.join(', ')}` : FieldType;

const rulesOf = ({ Required, Unique, Immutable }: FieldDefinition): string =>
  [Required && 'yes', Unique && 'unique', Immutable && 'written once'].filter(Boolean).join(', ');

const defaultOf = ({ Default }: FieldDefinition): string =>
  Default === undefined ? '' : `\`${JSON.stringify(Default)}\``;
