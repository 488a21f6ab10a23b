import * as fc from 'fast-check';
import { CUSTOMER, customer, REGION } from '../../support/demo.js';
import { outcomeOf } from '../../support/outcome-of.js';
import { type Answer, type Caller, type Row, assignments } from '../../support/test-app.js';

/** Members who may create customers, with different scopes and teams. */
export const CREATORS = ['nina.north', 'nils.north', 'sara.south', 'mona.manager', 'ada.admin', 'erp.bot'] as const;
const OTHERS = ['fia.clerk', 'otto.audit', 'dirk.disabled'] as const;
export type Who = (typeof CREATORS)[number] | (typeof OTHERS)[number];

/** Values that several inserts of a wave may claim, of which each is unique. */
const CLAIMED = 2;

/** Kinds of inserts: `claim` takes a unique value that others may take, `part` has a parent that not all may read. */
const WHATS = ['valid', 'rule', 'target', 'malformed', 'claim', 'part'] as const;

/** An insert of a customer, and how it is sent. */
export interface InsertAction {
  readonly who: Who;
  readonly what: (typeof WHATS)[number];
  /** Which of the claimed values. */
  readonly claim: number;
  readonly how: 'plain' | 'id' | 'dryRun' | 'async' | 'keyed' | 'keyedAsync';
}

/** Times that a keyed insert is sent at once. */
const COPIES = 3;

const often = <T>(common: readonly T[], rare: readonly T[], weight: number): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

const anyWay = often<InsertAction['how']>(['plain'], ['id', 'dryRun', 'async', 'keyed', 'keyedAsync'], 2);
const anyClaim = fc.nat(CLAIMED - 1);

/** An insert that may be refused; its caller then stays apart for a while. */
export const anyInsert: fc.Arbitrary<InsertAction> = fc.record({
  who: often<Who>(CREATORS, OTHERS, 20),
  what: often<(typeof WHATS)[number]>(['valid'], WHATS, 6),
  claim: anyClaim,
  how: anyWay,
});

/** An insert that is stored. */
export const validInsert: fc.Arbitrary<InsertAction> = fc.record({
  who: fc.constantFrom<Who>(...CREATORS),
  what: fc.constant('valid' as const),
  claim: anyClaim,
  how: anyWay,
});

/** An action with the values that only it, or those with its claim, have. */
export interface PlannedInsert extends InsertAction {
  readonly name: string;
  readonly fields: Row;
}

/** @param wave a text that no other wave has, of capital letters and digits */
export function planned(action: InsertAction, i: number, wave: string): PlannedInsert {
  const { what, claim } = action;
  const name = `wave ${wave} insert ${i} end`;
  const more: Readonly<Record<InsertAction['what'], Row>> = {
    valid: {},
    rule: { Segment: 'KeyAccount' },
    target: { RegionId: CUSTOMER.alpenmarkt },
    malformed: { TaxId: `no tax id of ${i}` },
    claim: { TaxId: `CL${wave}${String(claim).padStart(2, '0')}` },
    part: { ParentCustomerId: CUSTOMER.dorfladen },
  };
  return { ...action, name, fields: customer({ Name: name, RegionId: REGION.south, ...more[what] }) };
}

/** Outcome of one request as its caller knows it. */
export interface Learnt {
  /** `200`, or status and first code. */
  readonly verdict: string;
  readonly correlationId: string;
  /** Created record or its Id. */
  readonly result: unknown;
  /** All that was answered. */
  readonly text: string;
}

const HEADERS: Readonly<Record<InsertAction['how'], Readonly<Record<string, string>>>> = {
  plain: {},
  id: { Prefer: 'return=id' },
  dryRun: {},
  async: { Prefer: 'respond-async' },
  keyed: {},
  keyedAsync: { Prefer: 'respond-async' },
};

/** Sends an insert, one with a key several times at once. */
export function sendInsert(caller: Caller, { how, name, fields }: PlannedInsert): Promise<readonly Answer[]> {
  const isKeyed = how === 'keyed' || how === 'keyedAsync';
  const headers = { ...HEADERS[how], ...(isKeyed && { 'Idempotency-Key': name }) };
  const Options = how === 'dryRun' ? { Options: { DryRun: true } } : {};
  const body = { EntityName: 'Customer', Fields: assignments(fields), ...Options };
  const send = (): Promise<Answer> => caller.send('POST', '/records/insert', body, headers);
  return Promise.all(Array.from({ length: isKeyed ? COPIES : 1 }, send));
}

/** Reads an answer, or waits for the outcome that a 202 announces. */
export async function learn(caller: Caller, answer: Answer): Promise<Learnt> {
  const { status, body, text } = answer;
  const correlationId = String(body.CorrelationId);
  if (status !== 202) return { verdict: verdictOf(status, body), correlationId, result: body.Result, text };
  const outcome = await outcomeOf(caller, answer);
  const said = JSON.stringify(outcome);
  return { verdict: verdictOf(outcome.HttpStatus, outcome), correlationId, result: outcome.Result, text: said };
}

const verdictOf = (status: number, body: Answer['body']): string =>
  status === 200 ? '200' : `${status} ${[...new Set(faultsOf(body))].join()}`;

const faultsOf = ({ ErrorDetails }: Answer['body']): readonly string[] =>
  (ErrorDetails as readonly { Code: string; FieldName?: string }[]).map(
    ({ Code, FieldName }) => `${Code}${FieldName ? ` ${FieldName}` : ''}`,
  );
