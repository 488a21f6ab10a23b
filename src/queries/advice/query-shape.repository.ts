import { Injectable } from '@nestjs/common';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { ADD_CALLS, EXPIRE_SHAPES, READ_SHAPES } from '#queries/core/advice/query-shapes.sql.js';
import type { Explanation, SlowQuery, Tally } from './watched-query.js';

/** Calls of a shape to be added to what is stored. */
export interface CountedShape {
  readonly shape: SlowQuery;
  readonly tally: Tally;
  readonly explanation?: Explanation;
}

/** A stored shape with the figures of all nodes. */
export interface StoredShape {
  readonly hash: string;
  readonly entity: string;
  readonly shape: string;
  readonly calls: number;
  readonly totalMs: number;
  readonly maxMs: number;
  readonly durations: readonly number[];
  readonly rowsRead: number | null;
  readonly rowsAnswered: number | null;
  readonly proposed: readonly StoredField[];
  readonly hints: readonly string[];
}

/** A field of a proposed index. */
interface StoredField {
  readonly name: string;
  readonly descending: boolean;
}

/** Statements on the stored figures of slow queries. */
@Injectable()
export class QueryShapeRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Adds calls to the stored ones, and replaces explanations. */
  async add(counted: readonly CountedShape[]): Promise<void> {
    const rows = counted.map(({ shape, tally, explanation }) => ({
      environment_id: shape.environmentId,
      hash: shape.hash,
      entity: shape.entity,
      shape: shape.shape,
      calls: tally.calls,
      total_ms: tally.totalMs,
      max_ms: tally.maxMs,
      durations: tally.durations,
      rows_read: explanation?.rowsRead ?? null,
      rows_answered: explanation?.rowsAnswered ?? null,
      proposed: explanation?.index.map(({ field, descending }): StoredField => ({ name: field.name, descending })),
      hints: explanation?.hints,
    }));
    await this.platform.query(ADD_CALLS, [JSON.stringify(rows)]);
  }

  /** Reads the shapes of an environment, those that took most time first. */
  async read(environmentId: string): Promise<readonly StoredShape[]> {
    const rows = await this.platform.repeatable<{ readonly shape: string }>(READ_SHAPES, [environmentId]);
    return rows.map(({ shape }) => JSON.parse(shape) as StoredShape);
  }

  /** Deletes shapes that nobody has used for long, and those beyond the limit of their environment. */
  async expire(): Promise<void> {
    await this.platform.repeatable(EXPIRE_SHAPES);
  }
}
