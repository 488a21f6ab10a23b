import { queryMembers, queryValues } from '../../../../src/platform/http/query-string.js';

const KNOWN = ['entityName', 'ids'];

it('collects the values of a name in any letter case', () => {
  const query = { ENTITYNAME: 'a', entityName: ['b', ''], other: { x: '1' } };
  expect([...queryValues(query, KNOWN)]).toEqual([
    ['entityName', ['a', 'b', '']],
    ['other', ['']],
  ]);
});

it('ignores empty values, and gives a single one as it is', () => {
  const query = { Ids: ['1', '', '2'], entityname: 'a', Other: '', nested: { x: '1' } };
  expect(queryMembers(query, KNOWN)).toEqual({ ids: ['1', '2'], entityName: 'a' });
});
