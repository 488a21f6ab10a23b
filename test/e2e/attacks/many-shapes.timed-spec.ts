import { Archive, lookupOf, RELATIONS, TEXTS } from '../../support/archive.js';
import { areBackendsShown, highWaterMB } from '../../support/backend-memory.js';
import type { TestApp } from '../../support/test-app.js';

const SHAPES = 40;
/** A shape is prepared from its third use on, and planned for any values from its sixth. */
const USES = 8;
/** As much as a session takes that answers one of these queries, and what its prepared statements may take. */
const MAX_BACKEND_MB = 75;

describe.each([1, 2])('queries of ever new shapes, on %i node(s)', (nodes) => {
  let archive: Archive;
  let node: TestApp;

  beforeAll(async () => {
    archive = await Archive.open({ DATABASE_POOL_SIZE: '1' });
    node = nodes === 1 ? archive.app : await archive.app.startAnother({ DATABASE_POOL_SIZE: '1' });
  });
  afterAll(async () => {
    if (node !== archive.app) await node.stop();
    await archive.close();
  });

  const shapes: readonly (readonly [name: string, query: (i: number) => object])[] = [
    [
      'large',
      (i) => ({ Includes: RELATIONS.slice(0, 6).map((Name, k) => ({ Name, Pager: { PageSize: i * 6 + k + 1 } })) }),
    ],
    [
      'small',
      (i) => ({
        Includes: [
          { Name: RELATIONS[i % 20], SelectedFields: [...TEXTS, lookupOf('Papers1')], Pager: { PageSize: i + 1 } },
        ],
      }),
    ],
  ];
  it.each(shapes)(
    'that are %s keep the memory of a session bounded',
    async (_, query) => {
      for (let i = 0; i < SHAPES; i++) {
        for (let use = 0; use < USES; use++)
          expect((await archive.select('Shelf', { ...query(i) }, node)).status).toBe(200);
      }
      if (await areBackendsShown(archive.app)) expect(await highWaterMB(archive.app)).toBeLessThan(MAX_BACKEND_MB);
    },
    120_000,
  );
});
