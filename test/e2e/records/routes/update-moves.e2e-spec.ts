import { StockApp, KEEPER, SHIFT } from '../../../support/stock-fixture.js';
import { type Answer, byId } from '../../../support/test-app.js';

const ROUNDS = 12;

describe('a record moved to another parent that determines its owner (OwnerFrom)', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  let taken = 0;
  const crate = async (user: string): Promise<string> =>
    (await stock.as(user).insert('Crate', { Code: `C${++taken}` })).body.Result.Id as string;
  const item = async (CrateId: string): Promise<string> =>
    (await stock.as('root').insert('Item', { CrateId, Position: ++taken })).body.Result.Id as string;
  const strangers = async (): Promise<readonly unknown[]> => {
    const schema = await stock.schema();
    return stock.app.query(
      `SELECT i."Id" FROM ${schema}."Item" i JOIN ${schema}."Crate" c ON c."Id" = i."CrateId"
       WHERE (i."OwnerId", i."OwnerTeamId") IS DISTINCT FROM (c."OwnerId", c."OwnerTeamId")`,
    );
  };

  it('takes owner and team of the new parent', async () => {
    const moving = await item(await crate('kim'));
    const { status } = await stock.as('root').update('Item', { CrateId: await crate('lee') }, byId(moving));
    const [row] = (await stock.as('root').select('Item', { WhereClause: byId(moving) })).body.Result;
    expect([status, row.OwnerId, row.OwnerTeamId]).toEqual([200, KEEPER.lee, SHIFT.night]);
  });

  it.each([
    ['its id', (id: string, _code: string): unknown => id],
    ['a unique field', (_id: string, Value: string): unknown => ({ Match: { FieldName: 'Code', Value } })],
  ])('waits for a concurrent owner change of the new parent: by %s', async (_, lookup) => {
    const moving = await item(await crate('kim'));
    const target = await crate('kim');
    const code = `C${taken}`;
    const schema = await stock.schema();
    const blocker = await stock.app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${schema}."Crate" WHERE "Id" = $1 FOR UPDATE`, [target]);
    const move = stock.as('root').update('Item', { CrateId: lookup(target, code) }, byId(moving));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await blocker.query(`UPDATE ${schema}."Crate" SET "OwnerId" = $1, "OwnerTeamId" = $2 WHERE "Id" = $3`, [
      KEEPER.lee,
      SHIFT.night,
      target,
    ]);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await move).status).toBe(200);
    expect(await strangers()).toEqual([]);
  });

  it('never keeps an outdated owner of its parent, in any order of commits', async () => {
    const crates = [await crate('kim'), await crate('lee')];
    const items = [await item(crates[0]), await item(crates[1]), await item(crates[0])];
    const owners = [KEEPER.kim, KEEPER.lee, KEEPER.max];
    for (let round = 0; round < ROUNDS; round++) {
      const give = (n: number): Promise<Answer> =>
        stock.as('root').update('Crate', { OwnerId: owners[(round + n) % 3] }, byId(crates[n]));
      const move = (n: number): Promise<Answer> =>
        stock.as('root').update('Item', { CrateId: crates[(round + n) % 2] }, byId(items[n]));
      const answers = await Promise.all([move(0), give(0), move(1), give(1), move(2)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await strangers()).toEqual([]);
    }
  });
});
