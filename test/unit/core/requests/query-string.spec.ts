import { queryStringMembers, queryValues } from '#core/requests/query-string.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';

const KNOWN = ['entityName', 'ids'];

it('collects the values of a name in any letter case', () => {
  const query = { ENTITYNAME: 'a', entityName: ['b', ''], other: { x: '1' } };
  expect([...queryValues(query, KNOWN)]).toEqual([
    ['entityName', ['a', 'b', '']],
    ['other', ['']],
  ]);
});

describe('members of a query string', () => {
  let reader: ShapeReader;
  beforeEach(() => {
    reader = new ShapeReader(false);
  });
  const messages = (): readonly string[] => reader.faults.list.map(({ path, message }) => `${path}: ${message}`);

  it('ignore empty values, and give all values of a list', () => {
    const query = { Ids: ['1', '', '2'], entityname: 'a', Other: '', nested: { x: '1' } };
    const members = queryStringMembers(reader, query, KNOWN, ['ids']);
    expect([members.value('ids'), members.optionalText('entityName'), messages()]).toEqual([['1', '2'], 'a', []]);
  });

  it('refuse a name that is given several times, whatever its letter case, and do not miss it', () => {
    const members = queryStringMembers(reader, { entityName: 'a', ENTITYNAME: 'b' }, KNOWN);
    members.require('entityName');
    members.require('ids');
    expect(members.optionalText('entityName')).toBeUndefined();
    expect(messages()).toEqual(['entityName: entityName may be given once only.', 'ids: ids is required.']);
  });

  it('name what a word may be, in any letter case', () => {
    const members = queryStringMembers(reader, { ids: 'SVG', entityName: 'png' }, KNOWN);
    expect(['ids', 'entityName'].map((name) => members.choice(name, ['mermaid', 'svg']))).toEqual(['svg', undefined]);
    expect(messages()).toEqual(['entityName: entityName must be one of mermaid, svg.']);
  });
});
