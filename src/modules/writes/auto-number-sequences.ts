import { Injectable } from '@nestjs/common';
import { sequenceName } from '../../core/catalogue/constraint-names.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { createSequence } from '../../core/inserts/create-sequence.sql.js';
import { numberParts } from '../../core/field-types/auto-number.js';
import { localDay } from '../../core/values/clock.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';

/**
 * Creates the sequences behind automatic numbers: one per field and text before the counter, so that inserts never wait
 * for each other. Numbers are unique and never reused; a write that is rolled back leaves a gap.
 */
@Injectable()
export class AutoNumberSequences {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Creates the missing sequences of all entities: a write may insert into several, and a missing one is rare. */
  async createAll(ctx: RequestContext): Promise<void> {
    for (const entity of ctx.catalogue.entities.values()) await this.create(ctx, entity);
  }

  /** Creates the sequences that numbers of the call's day need, each in a transaction of its own. */
  async create(ctx: RequestContext, entity: Entity): Promise<void> {
    const { schema, settings } = ctx.catalogue.environment;
    const day = localDay(ctx.at, settings.timeZone)!;
    for (const field of entity.fields.values()) {
      if (field.type !== 'AutoNumber') continue;
      const name = sequenceName(field, numberParts(field.pattern!, day).prefix);
      await this.#createOnce(createSequence(schema, name));
    }
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
