import { median } from './rounds.js';

type Measurements = Readonly<Record<string, () => Promise<unknown>>>;

/** Results of measurements, one right after the other. */
export type Pair<Of extends Measurements> = { readonly [Name in keyof Of]: Awaited<ReturnType<Of[Name]>> };

/** Measures both in turns, each first every other time: what disturbs the machine or grows meets both alike. */
export async function pairsInTurns<Of extends Measurements>(count: number, sides: Of): Promise<readonly Pair<Of>[]> {
  const pairs: Pair<Of>[] = [];
  for (let i = 0; i < count; i++) {
    const order = i % 2 === 0 ? Object.entries(sides) : Object.entries(sides).toReversed();
    const pair: Record<string, unknown> = {};
    for (const [name, measure] of order) pair[name] = await measure();
    pairs.push(pair as Pair<Of>);
  }
  return pairs;
}

/** The pair with the median ratio, so that its results and the ratio belong together. */
export function medianPair<Of>(
  pairs: readonly Of[],
  ratioOf: (pair: Of) => number,
): { readonly ratio: number; readonly pair: Of } {
  const ratio = median(pairs.map(ratioOf));
  return { ratio, pair: pairs.find((pair) => ratioOf(pair) === ratio)! };
}
