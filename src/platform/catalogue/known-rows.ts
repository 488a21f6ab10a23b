import { ENVELOPE_COLUMNS } from '#core/catalogue/system-fields.js';
import { groupedBy } from '#core/grouped-by.js';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJsonInSteps } from '#core/json/read-json.js';
import { visited, type Steps } from '#core/steps.js';
import { SOURCES, type DefinitionRow, type SourceName } from './definition-sources.js';

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
  const [gone, added] = yield* difference(before.buckets, buckets);
  const stays = before.records.filter((json) => !gone.has(json));
  const length = before.length - sum(gone.values()) + sum(added.values());
  return { buckets, records: yield* inOrder(stays, [...added.keys()], order), length };
}

/** Records of some buckets that others lack, with their lengths. */
type Difference = ReadonlyMap<JsonObject, number>;

/** Finds the records that go and come with other buckets. */
function* difference(
  before: KnownSource['buckets'],
  after: KnownSource['buckets'],
): Steps<readonly [gone: Difference, added: Difference]> {
  const [gone, added] = [new Map<JsonObject, number>(), new Map<JsonObject, number>()];
  yield* visited(new Set([...before.keys(), ...after.keys()]), (number) => {
    const [old, now] = [before.get(number), after.get(number)];
    if (old === now) return;
    addLacking(gone, old, now);
    addLacking(added, now, old);
  });
  return [gone, added];
}

/** Adds the records of a bucket that another one lacks. */
function addLacking(records: Map<JsonObject, number>, bucket: Bucket | undefined, other: Bucket | undefined): void {
  for (const [version, { json, length }] of bucket?.rows ?? [])
    if (!other?.rows.has(version)) records.set(json, length);
}

const sum = (lengths: Iterable<number>): number => [...lengths].reduce((total, each) => total + each, 0);

function* rowsOf(rows: readonly DefinitionRow[], known: Bucket | undefined): Steps<ReadonlyMap<string, KnownRow>> {
  const next = new Map<string, KnownRow>();
  for (const { version, json: text } of rows) {
    const row = known?.rows.get(version!);
    if (row) next.set(version!, row);
    else {
      const json = yield* readJsonInSteps(text!);
      if (isObject(json)) next.set(version!, { json: compact(json), length: text!.length });
    }
    yield;
  }
  return next;
}

/** Columns that say nothing about the definition. */
const OF_THE_ROW: ReadonlySet<string> = new Set([
  'RecordInformationId',
  'CreatedBy',
  'CreatedOn',
  'UpdatedBy',
  'UpdatedOn',
  'IsDeleted',
  ...ENVELOPE_COLUMNS.map(([name]) => name),
]);

/** A record without what takes memory only: most members of a definition are null, which is the same as absent. */
const compact = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([name, value]) => value !== null && !OF_THE_ROW.has(name)));

/** Merges records into others that are in the order of a member, then of their ids. */
function* inOrder(ordered: readonly JsonObject[], added: readonly JsonObject[], order: string): Steps<JsonObject[]> {
  const records: JsonObject[] = [];
  let from = 0;
  const sorted = added.toSorted((a, b) => inSource(a, b, order));
  yield* visited(sorted, (json) => {
    for (const to = placeOf(json, ordered, order); from < to; from++) records.push(ordered[from]);
    records.push(json);
  });
  for (; from < ordered.length; from++) records.push(ordered[from]);
  return records;
}

/** Number of records that come before one. */
function placeOf(json: JsonObject, ordered: readonly JsonObject[], order: string): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (inSource(ordered[middle], json, order) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

const inSource = (a: JsonObject, b: JsonObject, order: string): number => compared(a, b, order) || compared(a, b, 'Id');

/** As PostgreSQL compares: numbers, or texts by their code points; null comes last. */
function compared(a: JsonObject, b: JsonObject, member: string): number {
  const [first, second] = [a[member] ?? null, b[member] ?? null];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  if (first instanceof JsonNumber && second instanceof JsonNumber) return Number(first.text) - Number(second.text);
  return typeof first === 'string' && typeof second === 'string' ? byCodePoints(first, second) : 0;
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
