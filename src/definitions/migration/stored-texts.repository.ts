import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { render } from '#core/sql/sql.js';
import { Config } from '#platform/process/config/config.js';
import type { Query } from '#platform/database/platform-database.js';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
import { compileTexts } from '#definitions/core/migration/stored-values.sql.js';

/** Texts of the first page and of the largest, and bytes of a page beyond which the next one is smaller. */
const [FIRST_PAGE, LARGEST_PAGE, PAGE_BYTES] = [50, 5_000, 2_000_000];
/** Time for a page beyond which the next one is smaller: PostgreSQL ends transactions that are idle for long. */
const PAGE_MS = 200;

/** A text that a field has, and the number of rows that have it. */
interface StoredText {
  readonly value: string;
  readonly n: number;
}

/** Checks stored texts against rules that PostgreSQL cannot check, in time slices. */
@Injectable()
export class StoredTexts {
  readonly #timeoutMs: number;

  constructor({ database }: Config) {
    this.#timeoutMs = database.statementTimeoutMs;
  }

  /**
   * Counts the rows whose text breaks `Regex` or `Format`, by the name of the rule.
   * @throws {DomainError} QueryTimeout when that takes as long as a statement may take
   */
  async broken(ctx: RequestContext, entity: Entity, field: Field, query: Query): Promise<ReadonlyMap<string, number>> {
    const slicer = new TimeSlicer(this.#timeoutMs, this.#tooLong(entity, field));
    const counts = new Map<string, number>();
    // Lengths are checked by PostgreSQL. A text that is too long for its Regex breaks the Regex.
    const patterns: Field = { ...field, minLength: undefined, maxLength: undefined };
    await query(`DECLARE texts NO SCROLL CURSOR FOR ${render(compileTexts(ctx, entity, field)).text}`);
    for (let size = FIRST_PAGE; ;) {
      const page = await query<StoredText>(`FETCH ${size} FROM texts`);
      if (page.length === 0) break;
      const beganAt = performance.now();
      let bytes = 0;
      for (const { value, n } of page) {
        await slicer.yieldIfDue();
        bytes += value.length;
        for (const { rule } of valueTypeOf(field).check(value, patterns)) {
          const member = rule === 'Format' ? rule : 'Regex';
          counts.set(member, (counts.get(member) ?? 0) + n);
        }
      }
      const isLarge = bytes > PAGE_BYTES || performance.now() - beganAt > PAGE_MS;
      size = isLarge ? Math.max(1, Math.floor(size / 4)) : Math.min(LARGEST_PAGE, size * 2);
    }
    await query('CLOSE texts');
    return counts;
  }

  #tooLong({ name }: Entity, field: Field): string {
    const rules = [field.regex && 'Regex', field.format && 'Format'].filter(Boolean).join(' and ');
    return (
      `${name}.${field.name}: checking the stored values against ${rules} took longer than ${this.#timeoutMs} ms. ` +
      'Nothing was changed. Use a simpler pattern, or a field without stored values.'
    );
  }
}
