import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { type Answer, TestApp, type Row } from '../../../support/test-app.js';

// See docs/interface/records.md#bulk-insert
describe('rows of a bulk insert that refer to each other', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const ada = app.as('ada.admin');
    const Field = [{ FieldName: 'Code', FieldType: 'Text', Unique: true }];
    const EntityId = await ada.inserted('Entity', { EntityName: 'Place', Field });
    await ada.inserted('Field', { EntityId, FieldName: 'AboveId', FieldType: 'Lookup', TargetId: EntityId });
  });
  afterAll(() => app.stop());

  const insert = (Values: readonly unknown[], Options: Row): Promise<Answer> =>
    app.as('ada.admin').send('POST', '/records/bulk-insert', {
      EntityName: 'Place',
      Fields: ['Id', 'Code', 'AboveId'],
      Values,
      Options,
    });
  const match = (Value: string): object => ({ Match: { FieldName: 'Code', Value } });
  const prefix = (): string => uuidV7().slice(-12);
  const ids = (count: number): readonly string[] => Array.from({ length: count }, () => uuidV7());
  const above = async (code: string): Promise<unknown> => {
    const where = { Filters: [{ FieldName: 'Code', Operator: 'EqualTo', Value: code }] };
    const found = await app.as('ada.admin').select('Place', { SelectedFields: ['AboveId.Code'], WhereClause: where });
    return found.body.Result[0]?.['AboveId.Code'];
  };

  const CASES = [1, 3, 1000, 10_000].flatMap((BatchSize) =>
    ['Rollback', 'SkipRow'].map((OnError) => [{ BatchSize, OnError }] as const),
  );

  it.each(CASES)('row 0 refers to row 12 by Id and by Match: %j', async (options) => {
    const [at, all] = [prefix(), ids(13)];
    const byId = all.map((id, i) => [id, `${at}-${i}`, i === 0 ? all[12] : null]);
    const first = await insert(byId, { ...options, ReturnIds: true });
    expect([first.status, first.body.Errors, first.body.Result?.Ids]).toEqual([200, [], all]);
    expect(await above(`${at}-0`)).toBe(`${at}-12`);
    const other = prefix();
    const byMatch = ids(13).map((id, i) => [id, `${other}-${i}`, i === 12 ? null : match(`${other}-${i + 1}`)]);
    const second = await insert(byMatch, options);
    expect([second.status, second.body.Errors, second.body.Result?.Inserted]).toEqual([200, [], 13]);
    expect([await above(`${other}-0`), await above(`${other}-11`)]).toEqual([`${other}-1`, `${other}-12`]);
  });

  it.each(CASES)('rows refer to themselves and to each other in a circle by Id: %j', async (options) => {
    const [at, all] = [prefix(), ids(9)];
    const rows = all.map((id, i) => [id, `${at}-${i}`, i === 4 ? id : all[(i + 1) % 9]]);
    rows[3] = [all[3], `${at}-3`, all[0]];
    const answer = await insert(rows, options);
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
    expect([await above(`${at}-3`), await above(`${at}-4`)]).toEqual([`${at}-0`, `${at}-4`]);
  });

  it.each(CASES)('a row whose target is rejected is rejected too: %j', async ({ BatchSize, OnError }) => {
    const [at, all] = [prefix(), ids(4)];
    await insert([[uuidV7(), `${at}-1`, null]], {});
    const rows = [
      [all[0], `${at}-0`, all[3]],
      [all[1], `${at}-2`, null],
      [all[2], `${at}-3`, all[0]],
      [all[3], `${at}-1`, null],
    ];
    const { status, body } = await insert(rows, { BatchSize, OnError });
    if (OnError === 'Rollback') return expect(status).toBeGreaterThanOrEqual(400);
    expect([status, body.Result.Failed]).toEqual([200, 3]);
    expect(body.Result.RowErrors.map(({ RowIndex, Code }: Row) => [RowIndex, Code])).toEqual([
      [0, 'Validation'],
      [2, 'Validation'],
      [3, 'Conflict'],
    ]);
  });
});
