import { Injectable } from '@nestjs/common';
import { INDEX_KINDS, type DeclaredIndex } from '#core/catalogue/declared-index.js';
import type { Environment } from '#core/catalogue/environment.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { restartStatesSql, storeStatesSql } from '#definitions/core/indexes/index-states.sql.js';

/** State of a declared index. */
export interface IndexState {
  readonly kind: DeclaredIndex['kind'];
  /** Id of the definition record. */
  readonly id: string;
  readonly state: 'Building' | 'Ready' | 'Failed';
  readonly error: string | null;
}

/**
 * States of indexes in the records of their definitions. They follow from the indexes of the database and are no change
 * of the definition, so they are written without a version and without change rows.
 */
@Injectable()
export class IndexStatesRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Stores states, unless the definitions have changed since. @param version of the definitions */
  async store(environment: Environment, version: string, states: readonly IndexState[]): Promise<void> {
    for (const kind of INDEX_KINDS) {
      const ofKind = states.filter((state) => state.kind === kind);
      if (ofKind.length === 0) continue;
      await this.platform.query(storeStatesSql(environment, kind), [
        ofKind.map(({ id }) => id),
        ofKind.map(({ state }) => state),
        ofKind.map(({ error }) => error),
        version,
      ]);
    }
  }

  /** Marks the indexes of changed definitions as under way, in the transaction that changes them. */
  async restart({ schema }: Environment, ids: readonly string[], query: Query): Promise<void> {
    for (const kind of INDEX_KINDS) await query(restartStatesSql(schema, kind), [ids]);
  }
}
