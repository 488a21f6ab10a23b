import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BuiltParts } from '#core/built-parts.js';
import type { Environment } from '#core/catalogue/environment.js';
import { type DefinitionSet, UNCATALOGUED } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import type { Steps } from '#core/steps.js';
import { Config } from '#platform/process/config/config.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { definitionsSql, SOURCES, type DefinitionRow, type SourceName } from './definition-sources.js';
import type { StoredEnvironment } from './environment.repository.js';
import { KnownRows } from './known-rows.js';
import { nestedDefinitions } from './nested-definitions.js';

const MEGABYTE = 1_048_576;
/** Part of CATALOGUE_MEMORY_MB for records of definitions. */
export const DEFINITIONS = 0.3;
/** Measured bytes of the records of an environment, for each character of their JSON. */
const BYTES_PER_CHARACTER = 2.5;
const NO_RECORDS_BYTES = 20_000;

/** Definitions as they were read last. */
interface KnownDefinitions {
  readonly rows: KnownRows;
  readonly parts: BuiltParts;
  readonly definitions: DefinitionSet;
  readonly state: string | undefined;
}

/** Definitions, and the number of characters of the JSON of those that a catalogue holds. */
interface SizedDefinitions {
  readonly definitions: DefinitionSet;
  readonly length: number;
}

const sized = ({ definitions, rows }: KnownDefinitions): SizedDefinitions => ({
  definitions,
  length: rows.lengthOf(isCatalogued),
});

/**
 * Reads the definitions of environments. What did not change since the last time is neither sent nor parsed: it is the
 * same object, also where one of both is read in a transaction that has not ended.
 */
@Injectable()
export class DefinitionRepository {
  readonly #known: LRUCache<string, KnownDefinitions>;

  constructor(
    private readonly platform: PlatformDatabase,
    { catalogueMemoryMb }: Config,
  ) {
    const maxSize = Math.floor(catalogueMemoryMb * MEGABYTE * DEFINITIONS);
    this.#known = new LRUCache({
      maxSize,
      sizeCalculation: ({ rows }) =>
        Math.min(maxSize, NO_RECORDS_BYTES + Math.ceil(BYTES_PER_CHARACTER * rows.lengthOf(() => true))),
    });
  }

  /** Reads the definitions. @param query runs the statement; that of a transaction sees its uncommitted changes */
  async read(environment: Environment, query?: Query): Promise<DefinitionSet> {
    return (await this.readSized(environment, query)).definitions;
  }

  /** Reads the definitions with their size. @param query as in `read` */
  async readSized(
    { id, schema }: Environment,
    query: Query = (text, values) => this.platform.repeatable(text, values),
  ): Promise<SizedDefinitions> {
    const known = this.#known.get(id);
    const before = known?.rows ?? KnownRows.NONE;
    const answer = await query<DefinitionRow>(definitionsSql(schema), [...before.known]);
    const next = await inSlices(nextDefinitions(before, answer, known));
    this.#known.set(id, next);
    return sized(next);
  }

  /** Reads the definitions of an environment as it was just read, unless they are known, such as from their own write. */
  async readStored({ environment, state }: StoredEnvironment): Promise<SizedDefinitions> {
    const known = this.#known.get(environment.id);
    return known?.state === state ? sized(known) : this.readSized(environment);
  }

  /** Forgets all records, because a database that was replaced may have others under the same versions. */
  forget(): void {
    this.#known.clear();
  }
}

const isCatalogued = (source: SourceName): boolean => !UNCATALOGUED.some((kind) => kind === source);

function* nextDefinitions(
  before: KnownRows,
  answer: readonly DefinitionRow[],
  known: KnownDefinitions | undefined,
): Steps<KnownDefinitions> {
  const rows = yield* before.next(answer);
  const names = Object.keys(SOURCES) as SourceName[];
  const isSame = names.every((name) => rows.of(name) === before.of(name));
  const state = answer.find(({ source }) => source === 'state')?.version ?? undefined;
  if (known && isSame && rows.approvedEntities === before.approvedEntities) return { ...known, rows, state };
  const parts = known?.parts ?? new BuiltParts();
  const records = Object.fromEntries(names.map((name) => [name, rows.of(name)])) as Readonly<
    Record<SourceName, readonly JsonObject[]>
  >;
  const { SavedQuery, SavedView, List, DatabaseObject } = records;
  const definitions = {
    ...(yield* nestedDefinitions(records, parts)),
    approvedEntities: rows.approvedEntities,
    uncatalogued: { SavedQuery, SavedView, List, DatabaseObject },
  };
  return { rows, parts, definitions, state };
}
