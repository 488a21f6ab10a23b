import { Definition } from '../../core/catalogue/definition.js';
import { groupedBy } from '../../core/grouped-by.js';
import { isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { readJsonInSteps } from '../../core/json/read-json.js';
import { visited, type Steps } from '../../core/steps.js';
import { SOURCES, type DefinitionRow, type SourceName } from './definition-sources.sql.js';

/** One stored version of a record. */
interface KnownRow {
  readonly json: JsonObject;
  /** Characters of its JSON. */
  readonly length: number;
}

interface Bucket {
  readonly digest: string;
  readonly rows: ReadonlyMap<string, KnownRow>;
}

/** Records of one source. */
interface KnownSource {
  readonly buckets: ReadonlyMap<number, Bucket>;
  /** In their order; the same array while none has changed. */
  readonly records: readonly JsonObject[];
  readonly length: number;
}

const NONE: KnownSource = { buckets: new Map(), records: [], length: 0 };

/** Records of the definition tables as one snapshot had them. The same stored version of a record is always the same object. */
export class KnownRows {
  private constructor(
    private readonly sources: ReadonlyMap<SourceName, KnownSource>,
    private readonly approved: KnownApproved,
  ) {}

  static readonly NONE = new KnownRows(new Map(), { text: '[]', names: [] });

  /** Values for the statement that reads the others. */
  get known(): readonly [sources: readonly string[], buckets: readonly number[], digests: readonly string[]] {
    const [sources, buckets, digests]: [string[], number[], string[]] = [[], [], []];
    for (const [name, source] of this.sources) {
      for (const [number, { digest }] of source.buckets) {
        sources.push(name);
        buckets.push(number);
        digests.push(digest);
      }
    }
    return [sources, buckets, digests];
  }

  /** Characters of the JSON of the records of some sources. */
  lengthOf(isCounted: (source: SourceName) => boolean): number {
    const counted = [...this.sources].filter(([name]) => isCounted(name));
    return counted.reduce((sum, [, { length }]) => sum + length, this.approved.text.length);
  }

  of(source: SourceName): readonly JsonObject[] {
    return this.sources.get(source)?.records ?? NONE.records;
  }

  /** Names of the entities of all approval processes, deleted ones included. */
  get approvedEntities(): readonly string[] {
    return this.approved.names;
  }

  /** The records of an answer to `known`. */
  *next(answer: readonly DefinitionRow[]): Steps<KnownRows> {
    const bySource = groupedBy(answer, ({ source }) => source);
    const sources = new Map<SourceName, KnownSource>();
    for (const name of Object.keys(SOURCES) as SourceName[]) {
      const rows = bySource.get(name) ?? [];
      sources.set(name, yield* nextSource(this.sources.get(name) ?? NONE, rows, SOURCES[name]));
    }
    const text = bySource.get('approved')?.[0].json ?? '[]';
    const approved = text === this.approved.text ? this.approved : { text, names: yield* namesIn(text) };
    return new KnownRows(sources, approved);
  }
}

interface KnownApproved {
  readonly text: string;
  readonly names: readonly string[];
}

function* namesIn(text: string): Steps<readonly string[]> {
  const names = yield* readJsonInSteps(text);
  return Array.isArray(names) ? (names as readonly JsonValue[]).filter((name) => typeof name === 'string') : [];
}

function* nextSource(before: KnownSource, rows: readonly DefinitionRow[], order: string): Steps<KnownSource> {
  const found = rows.filter(({ digest }) => digest !== null);
  const isSame = ({ bucket, digest }: DefinitionRow): boolean => before.buckets.get(bucket!)?.digest === digest;
  if (found.length === before.buckets.size && found.every(isSame)) return before;
  const changed = groupedBy(
    rows.filter(({ digest }) => digest === null),
    ({ bucket }) => bucket!,
  );
  const buckets = new Map<number, Bucket>();
  for (const row of found) {
    const { bucket, digest } = row;
    const known = before.buckets.get(bucket!);
    const stays = known && isSame(row);
    buckets.set(bucket!, stays ? known : { digest: digest!, rows: yield* rowsOf(changed.get(bucket!) ?? [], known) });
    yield;
  }
  const all = [...buckets.values()].flatMap(({ rows: each }) => [...each.values()]);
  yield;
  const records = yield* inOrder(before.records, all, order);
  return { buckets, records, length: all.reduce((sum, { length }) => sum + length, 0) };
}

function* rowsOf(rows: readonly DefinitionRow[], known: Bucket | undefined): Steps<ReadonlyMap<string, KnownRow>> {
  const next = new Map<string, KnownRow>();
  for (const { version, json: text } of rows) {
    const row = known?.rows.get(version!);
    if (row) next.set(version!, row);
    else {
      const json = yield* readJsonInSteps(text!);
      if (isObject(json)) next.set(version!, { json, length: text!.length });
    }
    yield;
  }
  return next;
}

/** Records in the order of a member, then of their ids. Those of before stay sorted, so that few are to be compared. */
function* inOrder(before: readonly JsonObject[], rows: readonly KnownRow[], order: string): Steps<JsonObject[]> {
  const left = new Set<JsonObject>();
  yield* visited(rows, ({ json }) => left.add(json));
  const records: JsonObject[] = [];
  yield* visited(before, (json) => {
    if (left.delete(json)) records.push(json);
  });
  for (const json of left) records.push(json);
  return records.sort((a, b) => compared(a, b, order) || compared(a, b, 'Id'));
}

/** As PostgreSQL compares: numbers, or texts by their code points; null comes last. */
function compared(a: JsonObject, b: JsonObject, member: string): number {
  const [first, second] = [a[member] ?? null, b[member] ?? null];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  if (typeof first === 'string' && typeof second === 'string') return byCodePoints(first, second);
  return (new Definition(a).int(member) ?? 0) - (new Definition(b).int(member) ?? 0);
}

/** Orders surrogates, which stand for characters above all others, after the rest. */
function byCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [first, second] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (first !== second) return above(first) - above(second);
  }
  return a.length - b.length;
}

const above = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
