const { TEST_SEED } = process.env;

/**
 * Where the random tests start: always at the same place, so that a red run is the fault of what was changed.
 * `TEST_SEED=random` looks at new cases, `TEST_SEED=<number>` at those of a failure's report.
 */
export const SEED = TEST_SEED === 'random' ? Date.now() % 1_000_000_000 : Number(TEST_SEED ?? 20_260_131);

/** Number of random cases, times TEST_CASES. */
export const cases = (count: number): number => Math.round(count * Number(process.env.TEST_CASES ?? 1));
