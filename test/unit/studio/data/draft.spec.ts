import type { Row } from '#studio/data/entity.js';
import {
  type ChildDraft,
  countChanges,
  type Draft,
  EMPTY_DRAFT,
  faultsByPlace,
  insertFields,
  setField,
  updateFields,
} from '#studio/data/draft.js';

const child = (key: string, base: Row | undefined, changes: Row, isDeleted = false): ChildDraft => ({
  key,
  base,
  changes,
  isDeleted,
});

const LINES: Draft = {
  changes: { Name: 'New name' },
  children: {
    Lines: [
      child('a', { Id: 'a', Quantity: 1 }, {}),
      child('b', { Id: 'b', Quantity: 1 }, { Quantity: '2' }),
      child('c', { Id: 'c', Quantity: 1 }, {}, true),
      child('d', undefined, { Quantity: '4', ProductId: { Id: 'p', Text: 'Water' } }),
      child('e', undefined, { Quantity: '5' }),
    ],
  },
};

describe('a draft', () => {
  it('counts no change where a field has its stored value again', () => {
    const base = { Name: 'Old', CustomerId: { Id: 'c1', Name: 'One' } };
    const changed = setField(setField({}, base, 'Name', 'New'), base, 'CustomerId', { Id: 'c2', Text: 'Two' });
    expect(Object.keys(changed)).toEqual(['Name', 'CustomerId']);
    expect(setField(setField(changed, base, 'Name', 'Old'), base, 'CustomerId', { Id: 'c1', Text: 'One' })).toEqual({});
  });

  it('sends the changed fields and children alone, lookups by id', () => {
    expect(updateFields(LINES)).toEqual([
      { FieldName: 'Name', Value: 'New name' },
      {
        FieldName: 'Lines',
        Value: {
          Create: [{ Quantity: '4', ProductId: 'p' }, { Quantity: '5' }],
          Update: [{ Id: 'b', Quantity: '2' }],
          Delete: ['c'],
        },
      },
    ]);
    expect(countChanges(LINES)).toBe(5);
    expect(updateFields(EMPTY_DRAFT)).toEqual([]);
  });

  it('inserts new children inside of the record', () => {
    expect(insertFields(LINES)[1]).toEqual({
      FieldName: 'Lines',
      Value: [{ Quantity: '4', ProductId: 'p' }, { Quantity: '5' }],
    });
  });

  it('finds the child that a fault is about, by its place among the new or the changed ones', () => {
    const at = (NamedPath: string) => ({
      Code: 'FieldRule',
      Message: NamedPath,
      FieldName: 'Quantity',
      Params: { NamedPath },
    });
    const faults = [at('Lines.Create[1].Quantity'), at('Lines.Update[0].Quantity'), at('Lines[0].Quantity')];
    const own = { Code: 'FieldRule', Message: 'Name', FieldName: 'Name' };
    const whole = { Code: 'Conflict', Message: 'Whole' };
    expect([...faultsByPlace([...faults, own, whole], LINES).keys()]).toEqual([
      'Lines/e/Quantity',
      'Lines/b/Quantity',
      'Lines/d/Quantity',
      'Name',
    ]);
  });
});
