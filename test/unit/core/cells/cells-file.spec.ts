import { spellingsOf } from '#core/cells/cell.js';
import { readCellsFile } from '#core/cells/cells-file.js';
import { DomainError } from '#core/errors.js';

const TENANT = '11111111-1111-4111-8111-111111111111';
const APP = '22222222-2222-4222-8222-222222222222';
const ids = (digit: string, tenant = TENANT, app = APP): string =>
  `${tenant}/${app}/3333333${digit}-3333-4333-8333-333333333333`;

const FILE = {
  Cells: {
    a: {
      Default: true,
      Origins: ['http://10.0.0.1:3000'],
      Environments: [{ Name: 'Northgate/OrderToCash/Development', Ids: ids('1') }],
    },
    b: { Origins: ['http://10.0.0.2:3000'], Environments: [{ Name: 'Northgate/OrderToCash/Test', Ids: ids('2') }] },
  },
};

function faultsOf(file: unknown): readonly string[] {
  try {
    readCellsFile(typeof file === 'string' ? file : JSON.stringify(file));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** The file with other environments in cell b. */
const withB = (...Environments: readonly unknown[]) => ({
  Cells: { ...FILE.Cells, b: { ...FILE.Cells.b, Environments } },
});

it('reads cells with their nodes and environments', () => {
  const { cells, listen, certificate } = readCellsFile(JSON.stringify(FILE));
  expect([listen, certificate]).toEqual([':8080', undefined]);
  expect(cells.map(({ name, origins, isDefault }) => [name, origins, isDefault])).toEqual([
    ['a', ['http://10.0.0.1:3000'], true],
    ['b', ['http://10.0.0.2:3000'], false],
  ]);
  const spellings = spellingsOf(cells[1].environments[0]);
  expect(new Set(spellings).size).toBe(8);
  expect(spellings).toContain('northgate/ordertocash/test');
  expect(spellings).toContain(`northgate/${APP}/test`);
  expect(spellings).toContain(ids('2'));
});

it('names an environment that is placed twice, in any letter case, by names or by ids', () => {
  const twice = (entry: unknown) => faultsOf(withB(entry));
  const placed = expect.stringContaining('is placed twice, in Cells.a.Environments[0], too.');
  expect(twice({ Name: 'NORTHGATE/ordertocash/DEVELOPMENT', Ids: ids('2') })).toEqual([placed]);
  expect(twice({ Name: 'Northgate/OrderToCash/Other', Ids: ids('1').toUpperCase() })).toEqual([placed]);
  const entry = { Name: 'Northgate/OrderToCash/Test', Ids: ids('2') };
  expect(faultsOf(withB(entry, entry))).toEqual([
    `Cells.b.Environments[1]: The environment northgate/ordertocash/test is placed twice, in Cells.b.Environments[0], too.`,
  ]);
});

it('names a tenant or an app that has two ids or two names', () => {
  const OTHER = '44444444-4444-4444-8444-444444444444';
  const found = (Name: string, Ids: string) => faultsOf(withB({ Name, Ids }));
  expect(found('Northgate/OrderToCash/Test', ids('2', OTHER))).toEqual([
    expect.stringContaining(`The tenant 'northgate' is '${OTHER}' here and '${TENANT}' in another entry.`),
  ]);
  expect(found('Northgate/Other/Test', ids('2'))).toEqual([
    expect.stringContaining(`The app '${APP}' is 'other' here and 'ordertocash' in another entry.`),
  ]);
});

it('names all other faults at once', () => {
  const faults = faultsOf({
    Listen: 'everywhere',
    Certificate: 'my.pem',
    Cell: {},
    Cells: {
      'a b': { Origins: [] },
      x: {
        Origins: ['http://10.0.0.1:3000/', 'https://10.0.0.1', 'ftp://x', 5, 'http://HOST:3000'],
        Default: 'yes',
        Environment: [],
        Environments: [
          'Northgate/OrderToCash/Development',
          { Name: 'Northgate/OrderToCash', Ids: ids('1') },
          { Name: 'Northgate/OrderToCash/Development', Ids: 'a/b/c', State: 'Active' },
          { Name: 'Northgate/Order To/Development' },
        ],
      },
      X: { Origins: ['http://10.0.0.3:3000'] },
      y: { Origins: ['http://10.0.0.3:3000'] },
    },
  });
  expect(faults.map((fault) => fault.slice(0, fault.indexOf(':'))).toSorted()).toEqual(
    [
      'Cell',
      'Cells.a b',
      'Cells.a b.Origins',
      'Cells.x.Origins[0]',
      'Cells.x.Origins[1]',
      'Cells.x.Origins[2]',
      'Cells.x.Origins[3]',
      'Cells.x.Origins[4]',
      'Cells.x.Origins',
      'Cells.x.Default',
      'Cells.x.Environment',
      'Cells.x.Environments[0]',
      'Cells.x.Environments[0].Name',
      'Cells.x.Environments[0].Ids',
      'Cells.x.Environments[1].Name',
      'Cells.x.Environments[2].State',
      'Cells.x.Environments[2].Ids',
      'Cells.x.Environments[3].Name',
      'Cells.x.Environments[3].Ids',
      'Listen',
      'Certificate',
      'Cells',
      'Cells.X',
      'Cells.y.Origins',
    ].toSorted(),
  );
});

it('demands one cell for calls without environment', () => {
  const { a, b } = FILE.Cells;
  expect(faultsOf({ Cells: { a: { ...a, Default: false }, b } })).toEqual([expect.stringContaining('none has it')]);
  expect(faultsOf({ Cells: { a, b: { ...b, Default: true } } })).toEqual([expect.stringContaining('a and b have it')]);
});

it.each([
  '',
  '[]',
  'null',
  '{}',
  '{"Cells": []}',
  '{"Cells": {}}',
  '{"Cells": {"a": 1}}',
  '{"Cells": {"a": {}, "a": {}}}',
])('refuses %j', (text) => expect(faultsOf(text)).not.toEqual([]));
