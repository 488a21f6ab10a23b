import { Injectable } from '@nestjs/common';
import { uniqueName } from '../../core/catalogue/constraint-names.js';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import type { Query } from '../../platform/database/platform-database.js';
import { ReconcileTables, type ExistingSchema, type Transition } from '../tables/index.js';
import { BuriedRepository } from './buried.repository.js';
import type { DefinitionChange } from './definition-changes.repository.js';

/** Makes the tables follow the definitions that a transaction has changed, as far as the stored values allow. */
@Injectable()
export class ReshapeTables {
  constructor(
    private readonly tables: ReconcileTables,
    private readonly buried: BuriedRepository,
  ) {}

  /**
   * @param ctx with the catalogue that is about to come true.
   * @throws {DomainError} Validation with counts of values that do not fit, Conflict where deleted data is in the way
   */
  async run(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<void> {
    const { catalogue, principal } = ctx;
    const transition: Transition = {
      buried: await this.buried.read(ctx, query),
      conversions: new Map(),
      stale: staleIndexes(catalogue, changes),
    };
    const clock = { at: ctx.at, timeZone: catalogue.environment.settings.timeZone, userId: principal.userId };
    const { existing, removals, shape, rules } = await this.tables.changes(catalogue, transition, clock, query);
    const faults = takenNames(catalogue, existing);
    if (faults.length > 0) throw new DomainError(...faults);
    await this.tables.apply([...removals, ...shape], query);
    await this.tables.apply(rules, query);
  }
}

/** Unique rules whose fields compare in another way than before. */
function staleIndexes(catalogue: Catalogue, changes: readonly DefinitionChange[]): ReadonlySet<string> {
  const compared = changes.filter(
    ({ entityName, operation, old }) =>
      entityName === 'Field' && operation === 'Update' && ('CaseInsensitive' in old.json || 'FieldType' in old.json),
  );
  const ids = new Set(compared.map(({ id }) => id));
  const entities = [...catalogue.entities.values()];
  return new Set(
    entities.flatMap(({ name, uniqueKeys }) =>
      uniqueKeys.filter((key) => key.some(({ id }) => ids.has(id))).map((key) => uniqueName(name, key)),
    ),
  );
}

/** Names whose table or column is still kept for a deleted definition. */
function takenNames(catalogue: Catalogue, { tables }: ExistingSchema): readonly Fault[] {
  return [...catalogue.entities.values()].flatMap((entity): readonly Fault[] => {
    const table = tables.get(entity.name);
    if (table?.buriedFor && table.buriedFor !== entity.id)
      return [taken('Entity', entity.name, 'EntityName', entity.id)];
    return [...entity.fields.values()].flatMap(({ name, id }) => {
      const mark = table?.columns.get(name)?.buriedFor;
      return mark && mark !== id ? [taken('Field', `${entity.name}.${name}`, 'FieldName', id)] : [];
    });
  });
}

const taken = (kind: string, name: string, fieldName: string, recordId: string): Fault => ({
  code: 'Conflict',
  message: `The data of a deleted ${kind} ${name} is still there; restore that ${kind}, or purge it first.`,
  fieldName,
  recordId,
  params: { Kind: kind, Name: name },
});
