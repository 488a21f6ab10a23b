import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import { GOOD } from './good-requests.js';
import { mutated } from './mutations.js';
import { expectAlive } from './expect-healthy.js';
import { HostileApp } from './hostile-app.js';

const MUTATIONS = 1_000;
const SHAPES = 2_000;

describe('the service under fuzzing', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  it.each(GOOD)('accepts the seed request: %s', async (route, body) => {
    const { status, body: answer } = await hostile.send(route, body);
    const knows = [200, 400, 412].includes(status);
    expect([knows, answer.ErrorDetails.map(({ Code }: { Code: string }) => Code)]).toEqual([
      true,
      expect.not.arrayContaining(['Validation', 'UnknownMember', 'BadFilter', 'UnknownField']),
    ]);
  });

  // Requirement: P9, S19
  it(
    'survives mutations of valid requests',
    async () => {
      await fc.assert(
        fc.asyncProperty(mutated, async ([route, text]) => void (await hostile.send(route, text))),
        { seed: SEED, numRuns: cases(MUTATIONS) },
      );
      await expectAlive(hostile.app);
    },
    300_000 * cases(1),
  );

  // Requirement: P9
  it('survives thousands of different query shapes', async () => {
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
      const { status } = await hostile.app.as('ada.admin').select('Customer', {
        SelectedFields: fields.slice(0, 1 + (shape % fields.length)),
        WhereClause: { Filters },
        Sort: [{ FieldName: fields[shape % fields.length], Direction: 1 + (shape % 2) }],
      });
      expect(status).toBe(200);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    await expectAlive(hostile.app);
  }, 120_000);
});
