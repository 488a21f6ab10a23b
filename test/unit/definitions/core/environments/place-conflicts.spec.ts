import { placeConflicts, type PlaceNames } from '#definitions/core/environments/place-conflicts.js';

const KNOWN: PlaceNames = { tenantId: 't1', tenantName: 'Acme', appId: 'a1', appName: 'Sales', id: 'e1', name: 'Test' };

it.each<[string, Partial<PlaceNames>, readonly string[]]>([
  ['the same environment', {}, []],
  ['another environment of the app', { id: 'e2', name: 'Production' }, []],
  ['another tenant with the same names below', { tenantId: 't2', tenantName: 'Bolt', appId: 'a2', id: 'e2' }, []],
  ['a name in another letter case', { name: 'TEST' }, []],
  ['the name of a tenant', { tenantId: 't2', appId: 'a2', id: 'e2' }, ['Tenant Acme exists with the Id t1, not t2.']],
  ['the name of an environment', { id: 'e2' }, ['Environment Acme/Sales/Test exists with the Id e1, not e2.']],
  [
    'the id of another name',
    { name: 'Staging' },
    ['The Id of Environment Acme/Sales/Staging, e1, belongs to Acme/Sales/Test.'],
  ],
  [
    'an app of another tenant',
    { tenantId: 't2', tenantName: 'Bolt', id: 'e2', name: 'New' },
    ['The Id of App Bolt/Sales, a1, belongs to Acme/Sales.'],
  ],
])('compares %s with what exists', (_, wanted, messages) => {
  expect(placeConflicts([{ ...KNOWN, ...wanted }], [KNOWN, KNOWN]).map(({ message }) => message)).toEqual(messages);
});
