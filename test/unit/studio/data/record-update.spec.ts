import type { ChildDraft, Draft } from '#studio/data/draft.js';
import type { Entity, Row } from '#studio/data/entity.js';
import { recordUpdate } from '#studio/data/record-update.js';
import { Refusal } from '#studio/data/refusal.js';

const ORDER: Entity = {
  EntityName: 'Order',
  DisplayField: null,
  Create: 'All',
  Read: 'All',
  Update: 'All',
  Delete: 'All',
  Fields: [],
  Relations: [{ Name: 'Lines', ChildEntity: 'Line', ChildField: 'OrderId', OnDelete: 'Cascade' }],
  UniqueKeys: [],
};
const BASE = { Id: 'o', RowVersion: 7 };
const child = (key: string, version: number | undefined, changes: Row, isDeleted = false): ChildDraft => ({
  key,
  base: version === undefined ? undefined : { Id: key, RowVersion: version },
  changes,
  isDeleted,
});
const draft = (changes: Row, ...Lines: readonly ChildDraft[]): Draft => ({ changes, children: { Lines } });
const is = (Id: string) => ({ Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: Id }] });

describe('the request that saves a draft', () => {
  it('is an update under the version of the record where no stored child changes', () => {
    const { path, options } = recordUpdate(
      ORDER,
      draft({ Name: 'New' }, child('d', undefined, { Quantity: '4' })),
      BASE,
    );
    expect(path).toBe('/records/update');
    expect(options.headers).toEqual({ 'If-Match': '"7"' });
  });

  it('is a batch with the version of each stored child, deletions first and the record last', () => {
    const lines = [child('b', 3, { Quantity: '2' }), child('c', 4, {}, true)];
    const { path, options } = recordUpdate(ORDER, draft({}, ...lines), BASE);
    expect(path).toBe('/records/batch');
    expect(options.body).toEqual({
      Mode: 'Atomic',
      Steps: [
        { Operation: 'Delete', EntityName: 'Line', WhereClause: is('c'), Options: { ExpectedVersion: 4 } },
        {
          Operation: 'Update',
          EntityName: 'Line',
          Fields: [{ FieldName: 'Quantity', Value: '2' }],
          WhereClause: is('b'),
          Options: { ExpectedVersion: 3 },
        },
        {
          Operation: 'Update',
          EntityName: 'Order',
          Fields: [{ FieldName: 'Lines', Value: {} }],
          WhereClause: is('o'),
          Options: { ExpectedVersion: 7 },
        },
      ],
    });
  });

  it('gives faults of a batch the places that they have in an update', () => {
    const lines = [child('a', 1, { Quantity: '0' }), child('d', undefined, { Quantity: '0' })];
    const { placed } = recordUpdate(ORDER, draft({ Name: '' }, ...lines), BASE);
    const fault = (Path: string, FieldName?: string) => ({ Code: 'FieldRule', Message: '', Path, FieldName });
    const { faults } = placed(
      new Refusal(400, [
        fault('Steps[0].Fields[0]', 'Quantity'),
        fault('Steps[1].Fields[0]', 'Name'),
        fault('Steps[1].Fields[1].Value.Create[0].Quantity', 'Quantity'),
      ]),
    );
    expect(faults.map(({ Params }) => Params?.NamedPath)).toEqual([
      'Lines.Update[0].Quantity',
      undefined,
      'Lines.Create[0].Quantity',
    ]);
  });
});
