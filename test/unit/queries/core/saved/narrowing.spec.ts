import { wideningFaults } from '#queries/core/saved/narrowing.js';
import { runOf, savedQuery } from '../../saved/stored.js';

const where = (FieldName: string, more: object = {}) => ({
  Filters: [{ FieldName, Operator: 3, Value: 'x', ...more }],
});

const faults = (members: object, WhereClause: object) =>
  wideningFaults(savedQuery(members).select, runOf({ WhereClause }).where).map(({ code, path }) => `${code} ${path}`);

const groups = { GroupBy: ['RegionId', 'RegionId.Name', { FieldName: 'Since', Bucket: 'Month' }] };
const REFUSED = ['BadFilter WhereClause.Filters[0].FieldName'];

// Requirement: T89
it.each<[title: string, members: object, clause: object, refused: readonly string[]]>([
  ['any field of rows', {}, where('Name'), []],
  ['a field of the groups', groups, where('REGIONID.NAME'), []],
  ['another field', groups, where('Name'), REFUSED],
  ['a field that is grouped in buckets', groups, where('Since'), REFUSED],
  ['a field compared with another', groups, where('RegionId', { Value: 'ExternalId', ValueType: 3 }), REFUSED],
  ['any field beside aggregates alone', { Aggregates: [{ Function: 'Count' }] }, where('RegionId'), REFUSED],
])('lets a run filter %s: %#', (_, members, clause, refused) => {
  expect(faults(members, clause)).toEqual(refused);
});
