import type { Members } from '#core/shapes/shape-reader.js';
import { mentions, parseFilterLogic, type Logic } from './filter-logic.js';

const MAX_SEQUENCE = 1_000_000_000;

/** Numbers of the filters in a logic: number → position from 0. */
type Numbering = ReadonlyMap<number, number>;

/**
 * Reads the `Sequence` members and the `FilterLogic` of a WhereClause
 * (docs/interface/queries.md#sequence-and-filter-logic).
 * @param filters all objects, at least one.
 * @returns a logic whose numbers are positions in `filters`, from 1; `undefined` if the reader has faults.
 */
export function readJoin(clause: Members, filters: readonly Members[], logicText: string): Logic | undefined {
  const given = filters.map((filter) =>
    filter.has('Sequence') ? filter.int('Sequence', { min: 0, max: MAX_SEQUENCE, fallback: Number.NaN }) : undefined,
  );
  if (given.some(Number.isNaN)) return undefined;
  const numbering = numberingOf(filters, given);
  if (!numbering) return undefined;
  const text = logicText.trim();
  if (text === '' || (text === '1' && isZeroPattern(given))) return everyFilter(filters.length);
  const logic = parseFilterLogic(logicText);
  if ('problem' in logic) {
    return clause.fault('FilterLogic', `FilterLogic: ${logic.problem}, at position ${logic.position}.`, 'BadFilter');
  }
  return areMentioned(clause, logic, numbering) ? renumbered(logic, numbering) : undefined;
}

/** Recognises clients that send equal Sequences and FilterLogic "1" for any number of filters, and mean all of them. */
const isZeroPattern = (given: readonly (number | undefined)[]): boolean =>
  given.length > 1 && given[0] !== undefined && given.every((sequence) => sequence === given[0]);

const everyFilter = (count: number): Logic => ({
  kind: 'all',
  of: Array.from({ length: count }, (_, i) => ({ kind: 'filter', sequence: i + 1, position: 0 })),
});

/** Numbers the filters: by position if all Sequences are missing or equal, otherwise by their distinct Sequences. */
function numberingOf(filters: readonly Members[], given: readonly (number | undefined)[]): Numbering | undefined {
  if (given.every((sequence) => sequence === given[0])) {
    const numbering = new Map(given.map((_, i) => [i + 1, i]));
    return given.length === 1 && given[0] !== undefined ? numbering.set(given[0], 0) : numbering;
  }
  const numbering = new Map<number, number>();
  let isWhole = true;
  for (const [i, sequence] of given.entries()) {
    const problem =
      sequence === undefined ? 'missing here but given elsewhere' : numbering.has(sequence) && 'used twice';
    if (problem) filters[i].fault('Sequence', `${filters[i].at('Sequence')} is ${problem}.`, 'BadFilter');
    if (problem) isWhole = false;
    else numbering.set(sequence!, i);
  }
  return isWhole ? numbering : undefined;
}

/** Checks that every number is a filter's and every filter is mentioned; a forgotten filter would widen a write. */
function areMentioned(clause: Members, logic: Logic, numbering: Numbering): boolean {
  const mentioned = mentions(logic);
  const unknown = mentioned.find(({ sequence }) => !numbering.has(sequence));
  if (unknown) {
    const { sequence, position } = unknown;
    clause.fault('FilterLogic', `FilterLogic: there is no filter ${sequence}, at position ${position}.`, 'BadFilter');
    return false;
  }
  const covered = new Set(mentioned.map(({ sequence }) => numbering.get(sequence)));
  const left = [...numbering].find(([, position]) => !covered.has(position));
  if (left) clause.fault('FilterLogic', `FilterLogic does not mention filter ${left[0]}.`, 'BadFilter');
  return !left;
}

function renumbered(logic: Logic, numbering: Numbering): Logic {
  if (logic.kind === 'filter') return { ...logic, sequence: numbering.get(logic.sequence)! + 1 };
  if (logic.kind === 'not') return { kind: 'not', of: renumbered(logic.of, numbering) };
  return { kind: logic.kind, of: logic.of.map((part) => renumbered(part, numbering)) };
}
