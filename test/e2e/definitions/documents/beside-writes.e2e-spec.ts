import { type Answer, type Row, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const WRITERS = 4;
const ROUNDS = 3;

// Requirement: R227
describe('an apply beside writes of the entity that it changes', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const call = (action: string, body: unknown): Promise<Answer> =>
    app.as('ada.admin').send('POST', `/environment/${action}`, body);
  /** The entity with one more required field in each round. */
  const documentOf = (round: number): Row => {
    const added = Array.from({ length: round }, (_, i) => ({
      FieldName: `Weight${i}`,
      FieldType: 'Int',
      Required: true,
      Default: '7',
    }));
    const Fields = [{ FieldName: 'Code', FieldType: 'Text', Unique: true, MaxLength: 40 - round }, ...added];
    return { Entities: [{ EntityName: 'Crate', Fields }] };
  };

  it('loses no write, leaves no record without the new field, and is refused or done next to another apply', async () => {
    expect((await call('apply', documentOf(0))).status).toBe(200);
    const ada = app.as('ada.admin');
    const isOver = new AbortController();
    const stored: string[] = [];
    const refused = new Set<number>();
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver.signal.aborted; n++) {
        const { status, body } = await ada.insert('Crate', { Code: `C${writer}-${n}` });
        if (status === 200) stored.push(body.Result.Id as string);
        else refused.add(status);
      }
    };
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (let round = 1; round <= ROUNDS; round++) {
      const before = stored.length;
      await until('records are written', () => stored.length > before + WRITERS);
      const statuses = (await Promise.all([1, 2].map(() => call('apply', documentOf(round))))).map(
        ({ status }) => status,
      );
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    }
    isOver.abort();
    await Promise.all(writing);
    // A write under way while definitions change may be 503, and many at once 429. Those have stored nothing.
    expect([...refused].filter((status) => status !== 429 && status !== 503)).toEqual([]);
    const rows = await app.query<{ Id: string }>(
      `SELECT "Id" FROM "${await app.schema()}"."Crate" WHERE ("Weight0", "Weight1", "Weight2") = (7, 7, 7)`,
    );
    expect(rows.map(({ Id }) => Id).toSorted()).toEqual(stored.toSorted());
    expect((await call('plan', documentOf(ROUNDS))).body.Result.Changes).toEqual([]);
  });
});
