import { conflictsOf, type Current, rebased } from '#studio/data/conflicts.js';
import type { ChildDraft, Draft } from '#studio/data/draft.js';
import type { Row } from '#studio/data/entity.js';

const current = (row: Row, Lines: readonly Row[] = []): Current => ({ row, children: { Lines } });

describe('a draft over a record that others have changed', () => {
  const draft: Draft = { changes: { Name: 'Mine', Notes: 'My note' }, children: {} };
  const base = { Name: 'Old', Notes: null, RowVersion: 1 };

  it('conflicts where both have changed a field to different values', () => {
    expect(conflictsOf(draft, base, current({ Name: 'Theirs', Notes: null, RowVersion: 2 }))).toEqual([
      { place: 'Name', name: 'Name', mine: 'Mine', theirs: 'Theirs', base: 'Old' },
    ]);
  });

  it('does not conflict where they changed other fields, or to the same value', () => {
    expect(conflictsOf(draft, base, current({ Name: 'Mine', Notes: null, Other: 1, RowVersion: 2 }))).toEqual([]);
  });

  it('does not conflict about a field that the definition has lost', () => {
    expect(conflictsOf(draft, base, current({ Notes: null }))).toEqual([]);
  });

  it('drops changes that others have made, too, and those that were given up', () => {
    expect(rebased(draft, current({ Name: 'Mine', Notes: null })).changes).toEqual({ Notes: 'My note' });
    expect(rebased(draft, current({ Name: 'Theirs', Notes: null }), { Name: 'theirs' }).changes).toEqual({
      Notes: 'My note',
    });
  });
});

describe('a draft over children that others have changed', () => {
  const child = (key: string, changes: Row, isDeleted = false): ChildDraft => ({
    key,
    base: { Id: key, Quantity: 1, Price: '2', RowVersion: 1 },
    changes,
    isDeleted,
  });
  const draft = (...Lines: readonly ChildDraft[]): Draft => ({ changes: {}, children: { Lines } });
  const stored = (Id: string, more: Row = {}): Row => ({ Id, Quantity: 1, Price: '2', RowVersion: 2, ...more });
  const at = (key: string, place = `Lines/${key}/`) => ({ place, child: { relation: 'Lines', id: key } });

  it('conflicts where both have changed the same field of a child, and merges different ones', () => {
    const mine = draft(child('a', { Quantity: '3' }), child('b', { Quantity: '3' }));
    const now = current({}, [stored('a', { Quantity: 2 }), stored('b', { Price: '9' })]);
    expect(conflictsOf(mine, {}, now)).toEqual([
      { ...at('a', 'Lines/a/Quantity'), name: 'Quantity', mine: '3', theirs: 2, base: 1 },
    ]);
    const kept = rebased(mine, now, { 'Lines/a/Quantity': 'mine' }).children.Lines;
    expect(kept.map(({ base, changes }) => [base?.RowVersion, changes])).toEqual([
      [2, { Quantity: '3' }],
      [2, { Quantity: '3' }],
    ]);
    expect(rebased(mine, now, { 'Lines/a/Quantity': 'theirs' }).children.Lines[0].changes).toEqual({});
  });

  it('conflicts where one has changed and the other deleted a child', () => {
    const mine = draft(child('a', { Quantity: '3' }), child('b', {}, true), child('c', {}, true));
    const now = current({}, [stored('b', { Price: '9' })]);
    expect(conflictsOf(mine, {}, now)).toEqual([
      { ...at('a'), deletedBy: 'theirs' },
      { ...at('b'), deletedBy: 'mine' },
    ]);
    const sides = { 'Lines/a/': 'theirs', 'Lines/b/': 'mine' } as const;
    expect(rebased(mine, now, sides).children.Lines).toMatchObject([{ key: 'b', isDeleted: true }]);
    expect(rebased(mine, now, { 'Lines/b/': 'theirs' }).children.Lines).toEqual([]);
  });
});
