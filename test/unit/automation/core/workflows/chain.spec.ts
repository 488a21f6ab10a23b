import type { Catalogue } from '#core/catalogue/catalogue.js';
import { buildTrigger } from '#core/catalogue/trigger.js';
import { brokenChain } from '#automation/core/workflows/chain.js';
import { MAX_CHAIN } from '#core/catalogue/run.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

const link = (n: number) => ({ definitionId: `d${n}`, recordId: n % 2 === 0 ? `r${n}` : null });

// Requirement: R196
it('breaks a chain that is longer than 8, and names it', () => {
  const chain = Array.from({ length: MAX_CHAIN }, (_, i) => link(i));
  expect(brokenChain(fixtureCatalogue, chain)).toBeUndefined();
  expect(brokenChain(fixtureCatalogue, [...chain, link(8)])).toBe(
    'The chain d0 (r0) → d1 → d2 (r2) → d3 → d4 (r4) → d5 → d6 (r6) → d7 → d8 (r8) was stopped: it is longer than 8.',
  );
});

// Requirement: R196, T52
it('breaks a chain whose trigger fires for the same record again', () => {
  const triggers = new Map([['t1', buildTrigger({ Id: 't1', Name: 'Stamp', EntityName: 'Order' })]]);
  const { workflows } = fixtureCatalogue.automation;
  const catalogue = Object.assign(Object.create(fixtureCatalogue) as Catalogue, {
    automation: { workflows, triggers },
  });
  const fired = (recordId: string) => ({ definitionId: 't1', recordId });
  expect(brokenChain(catalogue, [fired('r1'), fired('r2')])).toBeUndefined();
  expect(brokenChain(catalogue, [fired('r1'), link(1), fired('r1')])).toBe(
    'The chain Stamp (r1) → d1 → Stamp (r1) was stopped: Stamp has fired for this record before.',
  );
  expect(brokenChain(catalogue, [link(2), link(1), link(2)])).toBeUndefined();
});
