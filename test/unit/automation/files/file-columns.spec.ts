import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { fileColumns, queryShape } from '#automation/files/file-columns.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const rowsOf = (text: string): readonly JsonObject[] => readJson(text) as unknown as readonly JsonObject[];
const names = (rows: string, query: string): readonly string[] =>
  fileColumns(rowsOf(rows), queryShape(ctx, readJson(query) as JsonObject)).map(({ name }) => name);
const kinds = (rows: string, query = '{}'): unknown =>
  Object.fromEntries(
    fileColumns(rowsOf(rows), queryShape(ctx, readJson(query) as JsonObject)).map(({ name, kind }) => [name, kind]),
  );

it('orders columns by the query, then by the entity, then by the rows', () => {
  expect(names('[{"b":1},{"a":1,"c":2}]', '{}')).toEqual(['b', 'a', 'c']);
  expect(names('[{"z":1,"Name":1,"Id":1,"Sum":1}]', '{"EntityName":"Customer"}')).toEqual(['Name', 'Id', 'z', 'Sum']);
  const grouped = '{"EntityName":"Customer","GroupBy":["Name"],"Aggregates":[{"Function":"Count","Alias":"Sum"}]}';
  expect(names('[{"Sum":1,"Name":"x"}]', grouped)).toEqual(['Name', 'Sum']);
  expect(names('[{"Id":1,"Name":1}]', '{"EntityName":"Customer","QueryName":"All"}')).toEqual(['Name', 'Id']);
});

it('takes the columns of an empty list from the query', () => {
  expect(names('[]', '{"SelectedFields":["Id","Name"]}')).toEqual(['Id', 'Name']);
  expect(names('[]', '{}')).toEqual([]);
});

it('tells days and instants by all values of unknown columns', () => {
  const at = '"2026-01-31T10:00:00Z"';
  expect(kinds(`[{"d":"2026-01-31","t":${at},"m":"2026-01-31","x":"2026-02-30","n":5},{"d":null,"m":${at}}]`)).toEqual({
    d: 'date',
    t: 'datetime',
    m: 'text',
    x: 'text',
    n: 'text',
  });
});

it('leaves texts of known fields texts', () => {
  expect(kinds('[{"Name":"2026-01-31"}]', '{"EntityName":"Customer"}')).toEqual({ Name: 'text' });
});

it('keeps members called __proto__ apart', () => {
  expect(names('[{"__proto__":1,"constructor":2}]', '{}')).toEqual(['__proto__', 'constructor']);
});
