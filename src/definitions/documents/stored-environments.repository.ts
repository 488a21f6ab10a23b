import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Entity } from '#core/catalogue/entity.js';
import { EnvironmentDefinitions, type StoredRow } from '#definitions/core/documents/environment-definitions.js';
import { readJsonInSteps } from '#core/json/read-json.js';
import { render } from '#core/sql/sql.js';
import type { Steps } from '#core/steps.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import {
  compileCounts,
  compileDeleted,
  compileStoredDefinitions,
  LOCK_DEFINITIONS,
} from '#definitions/core/documents/stored-definitions.sql.js';

/** Some of the definitions of one kind. */
interface StoredPart {
  readonly kind: string;
  /** JSON array of `StoredRow`. */
  readonly json: string;
}

/** A deleted definition record. */
interface DeletedDefinition {
  readonly kind: string;
  readonly id: string;
}

/** Reads definitions for files. */
@Injectable()
export class StoredEnvironments {
  readonly #committed: Query;

  constructor(platform: PlatformDatabase) {
    this.#committed = (text, values) => platform.repeatable(text, values);
  }

  /** Reads the definitions. @param query that of a transaction sees what it has written; absent: as committed */
  async read(ctx: RequestContext, query = this.#committed): Promise<EnvironmentDefinitions> {
    const parts = await query<StoredPart>(render(compileStoredDefinitions(ctx)).text);
    return inSlices(definitionsIn(ctx.catalogue, parts));
  }

  /** Counts the records of entities, deleted ones included. */
  async counts(ctx: RequestContext, entities: readonly Entity[]): Promise<ReadonlyMap<string, number>> {
    if (entities.length === 0) return new Map();
    const rows = await this.#committed<{ name: string; n: number }>(render(compileCounts(ctx, entities)).text);
    return new Map(rows.map(({ name, n }) => [name, n]));
  }

  /** Finds the deleted records among ids. */
  deleted(ctx: RequestContext, ids: readonly string[], query = this.#committed): Promise<readonly DeletedDefinition[]> {
    return query<DeletedDefinition>(render(compileDeleted(ctx)).text, [ids]);
  }

  /**
   * Locks the definitions against other writers until the end of a transaction.
   * @returns their version; undefined while another transaction changes them
   */
  async lockDefinitions({ catalogue }: RequestContext, query: Query): Promise<string | undefined> {
    const [row] = await query<{ version: string } | undefined>(LOCK_DEFINITIONS, [catalogue.environment.id]);
    return row?.version;
  }
}

function* definitionsIn(catalogue: Catalogue, parts: readonly StoredPart[]): Steps<EnvironmentDefinitions> {
  const rows = new Map<string, StoredRow[]>();
  for (const { kind, json } of parts) {
    const known = rows.get(kind) ?? [];
    for (const row of (yield* readJsonInSteps(json)) as unknown as readonly StoredRow[]) known.push(row);
    rows.set(kind, known);
  }
  return yield* EnvironmentDefinitions.read(catalogue, rows);
}
