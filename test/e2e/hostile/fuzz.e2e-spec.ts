import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import { GOOD } from './good-requests.js';
import { mutated } from './mutations.js';
import { expectAlive } from './oracle.js';
import { Siege } from './siege.js';

const FUZZ_MS = 15_000;
const SHAPES = 2_000;

describe('the service', () => {
  let siege: Siege;
  beforeAll(async () => void (siege = await Siege.start()));
  afterAll(() => siege.stop());

  it.each(GOOD)('understands the request that the fuzz begins with: %s', async (route, body) => {
    const { status, body: answer } = await siege.send(route, body);
    const knows = [200, 400, 412].includes(status);
    expect([knows, answer.ErrorDetails.map(({ Code }: { Code: string }) => Code)]).toEqual([
      true,
      expect.not.arrayContaining(['Validation', 'UnknownMember', 'BadFilter', 'UnknownField']),
    ]);
  });

  it(
    'survives whatever becomes of good requests (P9, S19)',
    async () => {
      await fc.assert(
        fc.asyncProperty(mutated, async ([route, text]) => void (await siege.send(route, text))),
        { seed: SEED, numRuns: 1_000_000, interruptAfterTimeLimit: FUZZ_MS * cases(1) },
      );
      await expectAlive(siege.app);
    },
    4 * FUZZ_MS * cases(1),
  );

  it('stays well over thousands of different query shapes (P9)', async () => {
    const fields = [
      'Name',
      'TaxId',
      'Email',
      'Phone',
      'Segment',
      'CreditLimit',
      'OnboardedOn',
      'RegionId',
      'ErpId',
      'Id',
    ];
    const before = process.memoryUsage().rss;
    for (let shape = 0; shape < SHAPES; shape++) {
      // The bits of the number choose the fields, so that no two shapes are equal.
      const chosen = fields.filter((_, bit) => (shape >> bit) & 1);
      const Filters = chosen.map((FieldName) => ({ FieldName, Operator: shape >= SHAPES / 2 ? 7 : 6 }));
      const { status } = await siege.app.as('ada.admin').select('Customer', {
        SelectedFields: fields.slice(0, 1 + (shape % fields.length)),
        WhereClause: { Filters },
        Sort: [{ FieldName: fields[shape % fields.length], Direction: 1 + (shape % 2) }],
      });
      expect(status).toBe(200);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    await expectAlive(siege.app);
  }, 120_000);
});
