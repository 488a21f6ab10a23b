import { getMetadataArgsStorage } from 'typeorm';
import { ENVIRONMENT_ROWS, LEFT_ROWS } from '#platform/database/tables/environment-rows.js';
import { PLATFORM_TABLES } from '#platform/database/tables/index.js';

const storage = getMetadataArgsStorage();
const known = storage.tables.filter(({ target }) => Object.values<unknown>(PLATFORM_TABLES).includes(target));

/** Columns of a table with the options of their entity. */
const columnsOf = (table: string) =>
  storage.columns
    .filter(({ target }) => target === known.find(({ name }) => name === table)!.target)
    .map(({ target, propertyName, options }) => ({
      name: options.name ?? propertyName,
      type: options.type as string | undefined,
      isMade:
        options.generated === 'identity' ||
        storage.generations.some((each) => each.target === target && each.propertyName === propertyName),
    }));

it('says of each table of schema platform what becomes of its rows in a copy', () => {
  const copied = new Set(ENVIRONMENT_ROWS.map(({ table }) => table));
  const listed = [...copied, ...LEFT_ROWS.map(({ table }) => table)];
  expect(listed.toSorted()).toEqual(known.map(({ name }) => name!).toSorted());
});

it('copies or removes the rows of each table that names their environment', () => {
  const left = LEFT_ROWS.filter(({ where }) => !where).map(({ table }) => table);
  // These go with the row of the environment, or with their transaction.
  const gone = ['changed_entity', 'object_call', 'environment_move'];
  const naming = left.filter((table) => columnsOf(table).some(({ name }) => name === 'environment_id'));
  expect(naming).toEqual(gone);
});

describe.each(ENVIRONMENT_ROWS)('$table of part $part', ({ table, made = [], values = {} }) => {
  const columns = columnsOf(table);
  const names = (wanted: (column: (typeof columns)[number]) => boolean): string[] =>
    columns.filter(wanted).map(({ name }) => name);

  it('leaves numbers to the database that makes them', () => {
    expect([...made].toSorted()).toEqual(names(({ isMade }) => isMade).toSorted());
  });

  it('replaces what names the environment, its place, or a transaction of the source', () => {
    const foreign = names(
      ({ name, type }) => ['environment_id', 'app_id', 'tenant_id'].includes(name) || type === 'xid8',
    );
    expect(Object.keys(values)).toEqual(expect.arrayContaining(foreign));
  });

  it('names columns that the table has', () => {
    const own = new Set(columns.map(({ name }) => name));
    expect([...made, ...Object.keys(values)].filter((name) => !own.has(name))).toEqual([]);
  });
});
