import { Injectable } from '@nestjs/common';
import { sequenceName } from '#core/catalogue/constraint-names.js';
import type { RequestContext } from '#core/context/context.js';
import { numberParts } from '#core/fields/auto-number.js';
import { localDay } from '#core/values/clock.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { ident, render } from '#core/sql/sql.js';

/**
 * Creates the sequences behind automatic numbers: one per field and text before the counter, so that inserts never wait
 * for each other. Numbers are unique and never reused; a write that is rolled back leaves a gap.
 */
@Injectable()
export class AutoNumberSequences {
  constructor(private readonly platform: PlatformDatabase) {}

  /**
   * Creates the missing sequences of all entities, each in a transaction of its own: a write may insert into several, and a
   * missing one is rare.
   */
  async createAll(ctx: RequestContext): Promise<void> {
    for (const statement of statementsOf(ctx)) await this.#createOnce(statement);
  }

  /** Creates the sequences of all entities of a new environment within the transaction that creates it. */
  async createWithin(ctx: RequestContext, query: Query): Promise<void> {
    for (const statement of statementsOf(ctx)) await query(statement);
  }

  /** Two concurrent calls may both find nothing; the later one violates a unique index of PostgreSQL's own catalog. */
  async #createOnce(statement: string): Promise<void> {
    try {
      await this.platform.query(statement);
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
    }
  }
}

/** Lists the statements for the sequences that numbers of the call's day need. */
function statementsOf(ctx: RequestContext): readonly string[] {
  const { schema, settings } = ctx.catalogue.environment;
  const day = localDay(ctx.at, settings.timeZone)!;
  const fields = [...ctx.catalogue.entities.values()].flatMap((entity) => [...entity.fields.values()]);
  const numbered = fields.filter(({ type }) => type === 'AutoNumber');
  return numbered.map((field) => createSequence(schema, sequenceName(field, numberParts(field.pattern!, day).prefix)));
}

/** Creates the sequence that automatic numbers of one prefix are drawn from, unless it exists. */
export const createSequence = (schema: string, name: string): string =>
  `CREATE SEQUENCE IF NOT EXISTS ${render(ident(schema, name)).text} AS bigint CACHE 1`;
