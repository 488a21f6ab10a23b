import { fileKind } from '#definitions/core/documents/file-kinds.js';
import { fileNames } from '#definitions/core/documents/file-names.js';

const named = (...names: readonly string[]): readonly string[] =>
  fileNames(
    fileKind('Role'),
    names.map((Name, i) => ({ Id: `id${i}`, Name })),
  );

it.each([
  ['Clerk', 'Clerk.json'],
  ['../../etc/passwd', '%2E.%2F..%2Fetc%2Fpasswd.json'],
  ['a\\b:c*?"<>|', 'a%5Cb%3Ac%2A%3F%22%3C%3E%7C.json'],
  ['Ärger', '%C4rger.json'],
  ['CON', '%CON.json'],
  ['aux.x', '%aux.x.json'],
  ['', '.json'],
])('names the file of %j safely', (name, file) => {
  expect(named(name)).toEqual([file]);
});

it('tells names apart that a file system may take for one, and cuts long ones', () => {
  expect(named('Clerk', 'clerk', 'Other')).toEqual(['Clerk~id0.json', 'clerk~id1.json', 'Other.json']);
  expect(named('x'.repeat(300))[0]).toHaveLength(120 + '~id0.json'.length);
});

it('joins the names that make a key', () => {
  const json = { Id: 'a', Role: 'SalesRep', EntityName: 'Order' };
  expect(fileNames(fileKind('RoleAccess'), [json])).toEqual(['SalesRep.Order.json']);
});
