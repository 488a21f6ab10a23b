import { Injectable } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { systemContext } from '#core/context/system-context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { InsertRepository, BeforeCommitHooks } from '#records/index.js';
import { Config } from '#platform/process/config/config.js';
import type { Assignment } from '#core/requests/assignments.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import { DefinitionChecks } from '#definitions/checks/definition-checks.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import type { DefinitionFile } from './definition-file.js';
import type { RecordBatch, RecordToLoad } from './loading.js';

/** Number of records per statement. */
const CHUNK_ROWS = 500;

/** Stores the records of a definition file through the ordinary write path. */
@Injectable()
export class StoreRecords {
  constructor(
    private readonly inserts: InsertRepository,
    private readonly beforeCommit: BeforeCommitHooks,
    private readonly checks: DefinitionChecks,
    private readonly definitions: DefinitionRepository,
    private readonly config: Config,
  ) {}

  /**
   * Checks a definition file before anything of it is stored.
   * @returns lines about members that are ignored
   * @throws {DomainError} with all faults of shape, of names and of limits
   */
  check(file: DefinitionFile): readonly string[] {
    return file.check(this.config.definitionLimits);
  }

  /**
   * Stores batches in order.
   * @throws {DomainError} with all faults of the records, or of the definitions in combination.
   */
  async store(ctx: RequestContext, batches: readonly RecordBatch[], tx: Transaction): Promise<void> {
    await this.add(ctx, batches, tx);
    await this.beforeCommit.runForLoad(ctx, [...new Set(batches.map(({ entity }) => entity))], tx);
    const definitions = await this.definitions.read(ctx.catalogue.environment, queryOn(ctx, tx));
    const problems = await this.checks.problems(ctx, definitions, tx);
    const faults = problems.map(({ entityName, name, message }): Fault => {
      return { code: 'Validation', message: `${entityName} ${name}: ${message}` };
    });
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Stores batches in order, without anything that follows from records. */
  async add({ catalogue }: RequestContext, batches: readonly RecordBatch[], tx: Transaction): Promise<void> {
    for (const batch of batches) await this.#store(catalogue, batch, tx);
  }

  async #store(catalogue: Catalogue, { entity, records }: RecordBatch, tx: Transaction): Promise<void> {
    for (let start = 0; start < records.length; start += CHUNK_ROWS) {
      const ctx = systemContext(catalogue, uuidV7(), new Date());
      const drafter = new Drafter(ctx, uuidV7);
      for (const record of records.slice(start, start + CHUNK_ROWS)) {
        const row = drafter.add(entity, assignmentsOf(record), { path: `${entity.name}/${record.id ?? ''}`, depth: 0 });
        row.recordInformationId = record.recordInformationId ?? row.recordInformationId;
        row.statusId = record.statusId ?? row.statusId;
      }
      drafter.faults.throwIfAny();
      await this.inserts.store(ctx, drafter.finish(), tx, { mode: 'store', skipHooks: true });
    }
  }
}

const assign = (name: string, value: JsonValue): Assignment => ({ name, value, path: name });

function assignmentsOf({ id, ownerId, values }: RecordToLoad): readonly Assignment[] {
  return [
    ...(id ? [assign('Id', id)] : []),
    ...(ownerId ? [assign('OwnerId', ownerId)] : []),
    ...[...values].map(([name, value]) => assign(name, value)),
  ];
}
