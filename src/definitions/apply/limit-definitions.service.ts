import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { type DefinitionCount, limitFaults, sizeFaults } from '#core/catalogue/definition-limits.js';
import { FILE_KINDS, type FileKind } from '#definitions/core/documents/file-kinds.js';
import { DomainError } from '#core/errors.js';
import { render } from '#core/sql/sql.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import type { DefinitionChange } from '#definitions/migration/definition-changes.repository.js';
import { compileDefinitionCounts } from '#definitions/core/apply/definition-counts.sql.js';

/** Limits how many definitions an environment has, and their size, so that the work for each of its changes is limited. */
@Injectable()
export class LimitDefinitions {
  constructor(
    private readonly config: Config,
    private readonly platform: PlatformDatabase,
    private readonly definitions: DefinitionRepository,
  ) {}

  /**
   * Counts the kinds of which a write has made definitions. An environment that is over a limit already, such as after the
   * limit was lowered, may change and shrink.
   * @throws {DomainError} Validation, naming the limits that the write exceeds
   */
  async check(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    const names = new Set(changes.flatMap(({ entityName, operation }) => (operation === 'Delete' ? [] : [entityName])));
    const kinds = FILE_KINDS.filter(({ entity }) => names.has(entity));
    const over = this.#over(await counted(ctx, kinds, query));
    if (over.length === 0) return;
    const committed: Query = (text, values) => this.platform.repeatable(text, values);
    const before = new Map((await counted(ctx, kinds, committed)).map((count) => [count.entityName, count] as const));
    const grown = over.filter(({ entityName, total, largest }) => {
      const was = before.get(entityName)!;
      return total > was.total || largest > was.largest;
    });
    const faults = grown.flatMap((count) => limitFaults(this.config.definitionLimits, count));
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /**
   * Compares what all definitions take with the limit, unless the write makes it less.
   * @param characters of the JSON of all definitions after the write
   * @throws {DomainError} Validation
   */
  async checkSize({ catalogue }: RequestContext, characters: number): Promise<void> {
    const faults = sizeFaults(this.config.definitionLimits, characters);
    if (faults.length === 0) return;
    const before = await this.definitions.readSized(catalogue.environment);
    if (characters > before.length) throw new DomainError(faults);
  }

  #over(counts: readonly DefinitionCount[]): readonly DefinitionCount[] {
    return counts.filter((count) => limitFaults(this.config.definitionLimits, count).length > 0);
  }
}

async function counted(
  ctx: RequestContext,
  kinds: readonly FileKind[],
  query: Query,
): Promise<readonly DefinitionCount[]> {
  if (kinds.length === 0) return [];
  const statement = render(compileDefinitionCounts(ctx, kinds)).text;
  const rows = await query<{ kind: string; total: number; largest: number }>(statement);
  return rows.map(({ kind, total, largest }) => {
    const parentName = kinds.find(({ entity }) => entity === kind)?.parent?.entity;
    return { entityName: kind, total, largest, ...(parentName !== undefined && { parentName }) };
  });
}
