import { parsePageCursor, formatPageCursor } from '#queries/core/select/page-cursor.js';
import { planOf } from './query.js';

const ID = '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff';

function orderBy(FieldName: string, Direction = 1) {
  const { entity, sort } = planOf({ EntityName: 'Customer', Sort: [{ FieldName, Direction }] });
  return {
    write: (keys: string) => formatPageCursor(entity, sort, keys),
    read: (cursor: string) => parsePageCursor(entity, sort, cursor),
  };
}

// Requirement: T20, T62
it.each([
  ['Name', '"Ünal \\"&\\" Söhne"', 'Ünal "&" Söhne'],
  ['Notes', 'null', null],
  ['CreditLimit', '12345678901.20', '12345678901.20'],
  ['Employees', '9007199254740993', '9007199254740993'],
  ['IsActive', 'true', true],
  ['Since', '"2026-01-31"', '2026-01-31'],
  ['LastSeen', '"2026-01-31T10:00:00.123456Z"', '2026-01-31T10:00:00.123456Z'],
  ['Segment', '"Old"', 'Old'],
  ['RegionId', `"${ID}"`, ID],
  ['RegionId.Name', 'null', null],
  ['Code', '"C-0001"', 'C-0001'],
])('a cursor on %s restores %s digit for digit', (name, key, value) => {
  const { write, read } = orderBy(name);
  const cursor = write(`[${key},"${ID}"]`);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(read(cursor)).toEqual([value, ID]);
});

describe('a refused cursor', () => {
  const keys = `["Bolt","${ID}"]`;
  const { write, read } = orderBy('Name');
  const cursor = write(keys);
  const edited = (edit: (text: string) => string): string =>
    Buffer.from(edit(Buffer.from(cursor, 'base64url').toString())).toString('base64url');

  // Requirement: T20
  it.each([
    ['of the other direction', orderBy('Name', 2).write(keys)],
    ['of another field', orderBy('Notes').write(keys)],
    ['of another entity', entityCursor()],
    ['empty', ''],
    ['no base64url', '§$%'],
    ['cut off', cursor.slice(0, -4)],
    ['with something behind it', `${cursor}A`],
    ['with padding', `${cursor}==`],
    ['with a character in between', `${cursor.slice(0, 5)} ${cursor.slice(5)}`],
    ['with another key', edited((text) => text.replace('Bolt', 'Nut'))],
    ['of another format', edited((text) => text.replace(/^1/, '2'))],
    ['text of somebody else', Buffer.from('hello').toString('base64url')],
  ])('is %s', (_, broken) => {
    expect(read(cursor)).toEqual(['Bolt', ID]);
    expect(read(broken)).toBeUndefined();
  });

  function entityCursor(): string {
    const { entity, sort } = planOf({ EntityName: 'Region', Sort: [{ FieldName: 'Name' }] });
    return formatPageCursor(entity, sort, keys);
  }

  it.each([
    ['Name', `[null,"${ID}"]`],
    ['Name', '["Bolt",null]'],
    ['Name', '["Bolt"]'],
    ['Name', `["Bolt","${ID}",1]`],
    ['Name', `["a\\u0000b","${ID}"]`],
    ['Name', '["Bolt","1; DROP TABLE x"]'],
    ['Employees', `[1.5,"${ID}"]`],
    ['Employees', `[99999999999999999999,"${ID}"]`],
    ['Since', `["2026-02-30","${ID}"]`],
    ['LastSeen', `["infinity","${ID}"]`],
    ['Segment', `["Huge","${ID}"]`],
    ['Name', '[,]'],
    ['Name', '[1'.repeat(100) + ']'],
  ])('is forged with a valid checksum: %s %s', (name, forged) => {
    const order = orderBy(name);
    expect(order.read(order.write(forged))).toBeUndefined();
  });
});
