import { render } from '#core/sql/sql.js';
import { wantedTable } from '#definitions/core/schema/entity-tables.sql.js';
import { fixtureCatalogue, fixtureEntity } from '../../../../support/fixture-catalogue.js';

const texts = (objects: readonly { readonly ddl: Parameters<typeof render>[0] }[]): string[] =>
  objects.map(({ ddl }) => render(ddl).text);
const table = (name: string) => wantedTable(fixtureEntity(name), { catalogue: fixtureCatalogue });

const SYSTEM = [
  '"Id" uuid NOT NULL DEFAULT gen_random_uuid()',
  '"RecordInformationId" uuid NOT NULL DEFAULT gen_random_uuid()',
  '"StatusId" uuid',
  '"OwnerId" uuid NOT NULL',
  '"OwnerTeamId" uuid',
  '"CreatedBy" uuid NOT NULL',
  '"CreatedOn" timestamptz NOT NULL DEFAULT now()',
  '"UpdatedBy" uuid NOT NULL',
  '"UpdatedOn" timestamptz NOT NULL DEFAULT now()',
  '"RowVersion" bigint NOT NULL DEFAULT 1',
  '"IsDeleted" boolean NOT NULL DEFAULT false',
  '"ApprovalRequestId" uuid',
  '"DeletedOn" timestamptz',
  '"DeletedBy" uuid',
  '"RollupVersions" int8range',
];
const ORDER = ['"CustomerId" uuid NOT NULL', '"OrderDate" date', '"Total" numeric(18,2)', '"TaxId" text COLLATE "C"'];

it('creates a table with the stored fields, the envelope and its two keys', () => {
  expect(render(table('Order').create)).toEqual({
    text: expect.stringMatching(
      /, CONSTRAINT "Order\._pk_\w{7}" PRIMARY KEY \("Id"\), CONSTRAINT "Order\._ri_\w{7}" UNIQUE \("RecordInformationId"\)\)$/,
    ),
    slots: [],
  });
  expect(render(table('Order').create).text).toContain(
    `CREATE TABLE "env_test"."Order" (${[...ORDER, ...SYSTEM].join(', ')}, CONSTRAINT`,
  );
});

it('adds a later column as nullable until rows have a value; system columns bring their own', () => {
  const columns = [...ORDER, ...SYSTEM].map((column) =>
    column.includes('DEFAULT') ? column : column.replace(' NOT NULL', ''),
  );
  expect(texts(table('Order').columns)).toEqual(
    columns.map((column) => `ALTER TABLE "env_test"."Order" ADD COLUMN ${column}`),
  );
  expect(table('Order').columns.map(({ name }) => `"${name}"`)).toEqual(columns.map((column) => column.split(' ')[0]));
});

// Requirement: T28, R102
it('enforces unique rules among live rows as the type compares, and never reuses a number', () => {
  const [taxId, code] = table('Customer').indexes;
  expect(render(taxId.ddl).text).toBe(
    `CREATE UNIQUE INDEX "${taxId.name}" ON "env_test"."Customer" ((lower("TaxId" COLLATE "und-x-icu"))) WHERE NOT "IsDeleted"`,
  );
  expect(render(code.ddl).text).toBe(
    `CREATE UNIQUE INDEX "${code.name}" ON "env_test"."Customer" ((("Code" COLLATE platform.natural_order)))`,
  );
});

it('indexes lookups, and the order of creation over all records and in scopes', () => {
  const plain = table('Customer').indexes.slice(2);
  expect(texts(plain)).toEqual(
    [
      '("RegionId", "OwnerId")',
      '("CreatedOn", "Id")',
      '("OwnerId", "CreatedOn", "Id")',
      '("OwnerTeamId", "CreatedOn", "Id")',
    ].map((columns, i) => `CREATE INDEX "${plain[i].name}" ON "env_test"."Customer" ${columns}`),
  );
});

it('makes own lookups foreign keys', () => {
  const { foreignKeys } = table('Order');
  expect(texts(foreignKeys)).toEqual([
    `ALTER TABLE "env_test"."Order" ADD CONSTRAINT "${foreignKeys[0].name}" FOREIGN KEY ("CustomerId") REFERENCES "env_test"."Customer" ("Id") DEFERRABLE`,
  ]);
  expect(table('Region').foreignKeys).toHaveLength(1);
});

it('gives no two objects one name', () => {
  const names = ['Region', 'Customer', 'Order', 'User', 'Field'].flatMap((entity) => {
    const { indexes, foreignKeys } = table(entity);
    return [...indexes, ...foreignKeys].map(({ name }) => name);
  });
  expect(new Set(names).size).toBe(names.length);
});

// Requirement: R135
it('indexes the search expression of a searchable entity where the database has trigrams', () => {
  const entity = { ...fixtureEntity('Order'), searchable: true };
  const indexesOf = (...given: Parameters<typeof wantedTable>) => wantedTable(...given).indexes;
  const [withTrigrams, without] = [{ catalogue: fixtureCatalogue, trigrams: 'ext' }, { catalogue: fixtureCatalogue }];
  const [added] = indexesOf(entity, withTrigrams).slice(-1);
  const index = `"${added.name}" ON "env_test"."Order" USING gin ((lower((substr(COALESCE("TaxId", ''), 1, 50000)) COLLATE "und-x-icu")) "ext"."gin_trgm_ops")`;
  expect(render(added.ddl).text).toBe(`CREATE INDEX ${index}`);
  expect(render(added.beside!).text).toBe(`CREATE INDEX CONCURRENTLY ${index}`);
  for (const indexes of [indexesOf(entity, without), indexesOf(fixtureEntity('Order'), withTrigrams)]) {
    expect(indexes.map(({ name }) => name)).not.toContain(added.name);
  }
});
