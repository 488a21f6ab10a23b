import fc from 'fast-check';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { render } from '#core/sql/sql.js';
import { ReconcileTables } from '#definitions/schema/reconcile-tables.service.js';
import { SEED } from '../../../support/seed.js';
import { match, TestApp } from '../../../support/test-app.js';

const [ENTITIES, CHANGES] = [4, 60];

/** A new field. Some refer to fields or relations that may not exist, and are refused. */
const NEW = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { FieldType: 'Text', MaxLength: 20 },
  { FieldType: 'Text', Unique: true },
  { FieldType: 'Int', Indexed: true },
  { FieldType: 'Int' },
  { FieldType: 'Decimal', Precision: 10, Scale: 2 },
  { FieldType: 'LongText' },
  { FieldType: 'AutoNumber', Pattern: 'N-{000}' },
  { FieldType: 'Lookup', Target: true },
  { FieldType: 'Computed', ResultType: 'Decimal', Expression: 'F0 * 2' },
  { FieldType: 'Rollup', Function: 'Sum', AggregateField: 'F0', Relation: true },
);

const CHANGED = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { MaxLength: 30 },
  { Unique: true },
  { Unique: false },
  { Indexed: true },
  { CaseInsensitive: true },
  { FieldType: 'Decimal', Precision: 12, Scale: 3 },
  { FieldType: 'LongText' },
  { Expression: 'F0 * 3' },
  { Required: true },
);

const CHANGE = fc.record({
  entity: fc.nat(ENTITIES - 1),
  other: fc.nat(ENTITIES - 1),
  field: fc.nat(7),
  isNew: fc.boolean(),
  created: NEW,
  changed: CHANGED,
});

describe('changes of definitions that look at the tables they concern', () => {
  let app: TestApp;
  const ids: string[] = [];
  beforeAll(async () => {
    app = await TestApp.start();
    const ada = app.as('ada.admin');
    for (let i = 0; i < ENTITIES; i++) {
      const Fields = [{ FieldName: 'F0', FieldType: 'Int' }, ...(i === 0 ? [] : [lookup(`Concerned${i - 1}`)])];
      ids.push(await ada.inserted('Entity', { EntityName: `Concerned${i}`, Fields }));
      if (i > 0)
        await ada.inserted('Relation', {
          Name: `Children${i - 1}`,
          ParentEntityId: ids[i - 1],
          ChildEntityId: ids[i],
          ChildField: 'ParentId',
        });
    }
  });
  afterAll(() => app.stop());

  const lookup = (Target: string) => ({
    FieldName: 'ParentId',
    FieldType: 'Lookup',
    TargetId: match('EntityName', Target),
  });

  /** Statements that a comparison of all tables with all definitions still finds. */
  async function left(): Promise<readonly string[]> {
    const catalogue = (await app.provider(CachedDirectory).find('Northgate', 'OrderToCash', 'Development'))!;
    const tables = app.provider(ReconcileTables);
    return app.provider(PlatformDatabase).transaction(async (query) => {
      const { removals, shape, rules } = await tables.changes(
        catalogue,
        catalogue.entities.values(),
        await tables.existing(catalogue, query),
        {
          conversions: new Map(),
          stale: new Set(),
          remade: new Set(),
          clock: { at: new Date(), timeZone: 'UTC', userId: catalogue.environment.id },
        },
      );
      return [...removals, ...shape, ...rules].map((statement) => render(statement).text);
    });
  }

  it('leave nothing to change for a look at all of them', async () => {
    const ada = app.as('ada.admin');
    let accepted = 0;
    for (const change of fc.sample(CHANGE, { seed: SEED, numRuns: CHANGES })) {
      const { entity, other, field, isNew, created, changed } = change;
      const { Target, Relation, ...members } = created;
      const FieldName = `F${field}`;
      const answer = isNew
        ? await ada.insert('Field', {
            ...members,
            FieldName,
            EntityId: ids[entity],
            ...(Target === true && { TargetId: ids[other] }),
            ...(Relation === true && { RelationId: match('Name', `Children${entity}`) }),
          })
        : await ada.update('Field', changed, {
            Filters: [
              { FieldName: 'FieldName', Operator: 'EqualTo', Value: FieldName },
              { FieldName: 'EntityId', Operator: 'EqualTo', Value: ids[entity] },
            ],
          });
      if (answer.status !== 200) expect([400, 409, 422]).toContain(answer.status);
      else accepted++;
      expect({ change, left: await left() }).toEqual({ change, left: [] });
    }
    expect(accepted).toBeGreaterThan(CHANGES / 4);
  });
});
