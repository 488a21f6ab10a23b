import { Injectable } from '@nestjs/common';
import { sequenceName } from '../../core/catalogue/constraint-names.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { createSequence } from '../../core/inserts/create-sequence.sql.js';
import { numberParts } from '../../core/field-types/auto-number.js';
import { localDay } from '../../core/values/clock.js';
import { ConstraintViolation, isUndefinedObject } from '../../platform/database/database.errors.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';

/**
 * The sequences behind automatic numbers: one per field and text before the counter, so that inserts never wait for
 * each other. Numbers are unique and never used again; a write that is undone leaves a gap (T81).
 */
@Injectable()
export class AutoNumberSequences {
  constructor(private readonly platform: PlatformDatabase) {}

  /**
   * Runs `work`; when a number is the first of its prefix, makes the missing sequences and runs it once more. A write may
   * meet several entities on its way, so all of the environment's are made at once: that is rare enough.
   */
  async withSequences<T>(ctx: RequestContext, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isUndefinedObject(error)) throw error;
      for (const entity of ctx.catalogue.entities.values()) await this.create(ctx, entity);
      return work();
    }
  }

  /** Makes the sequences that numbers of this day need, in transactions of their own. */
  async create(ctx: RequestContext, entity: Entity): Promise<void> {
    const { schema, settings } = ctx.catalogue.environment;
    const day = localDay(ctx.at, settings.timeZone)!;
    for (const field of entity.fields.values()) {
      if (field.type !== 'AutoNumber') continue;
      const name = sequenceName(field, numberParts(field.pattern!, day).prefix);
      await this.#create(createSequence(schema, name));
    }
  }

  /** Two creators at once may both find nothing; the one who comes second meets the catalogue's unique index. */
  async #create(statement: string): Promise<void> {
    try {
      await this.platform.query(statement);
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
    }
  }
}
