import { DomainError, type ErrorCode, type Fault } from '#core/errors.js';
import type { RecordAnswer } from '#records/core/hooks/hook-answer.js';
import type { SkippedHooks } from '#records/core/hooks/note-skipped-hooks.sql.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { HookCall, HookedRecord } from './hooked-record.js';

/** Knowledge of one record: the answer of a hook, or that its call failed and the write goes on without it. */
export type KnownAnswer = RecordAnswer | 'skipped';

/** Records of one event that a hook over HTTP has not judged yet. */
export interface HookQuestion {
  readonly call: Omit<HookCall, 'tx' | 'faults'>;
  readonly records: readonly HookedRecord[];
}

/** Answers of hooks over HTTP that one write has collected, by the content of what was sent. */
export class HookAnswers {
  readonly #answers = new Map<string, KnownAnswer>();
  /** Numbers of calls by their content, for each entity. */
  readonly #numbers = new Map<string, Map<string, number>>();
  /** Records that were asked about, each time counted. */
  asked = 0;

  find(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  add(key: string, answer: KnownAnswer): void {
    this.#answers.set(key, answer);
  }

  /** Returns the number of a call for its entity, the same when the same records are sent again. */
  numberOf(entityName: string, content: string): number {
    const numbers = this.#numbers.get(entityName) ?? new Map<string, number>();
    this.#numbers.set(entityName, numbers);
    const number = numbers.get(content) ?? numbers.size + 1;
    numbers.set(content, number);
    return number;
  }
}

/** The transaction of a write is rolled back, because hooks over HTTP have to judge records of it first. */
export class HooksUnanswered extends Error {
  /** @param seen number of records for which the transaction has looked for answers */
  constructor(
    readonly questions: readonly HookQuestion[],
    readonly seen: number,
  ) {
    super('Hooks over HTTP have to be asked before this transaction.');
    this.name = 'HooksUnanswered';
  }
}

interface State {
  readonly answers: HookAnswers | undefined;
  readonly questions: HookQuestion[];
  seen: number;
  waiting: number;
  /** Names of hooks that could not be asked, by entity. */
  readonly skipped: Map<string, Set<string>>;
  place: (fault: Partial<Fault>) => Partial<Fault>;
}

const states = new WeakMap<Transaction, State>();

/** Records that a write notes before it asks; a larger write asks in several rounds. */
const MAX_WAITING = 10_000;

/** Codes of faults that a hook may still change, or that stand beside its refusals. Others end the write at once. */
const LATER: ReadonlySet<ErrorCode> = new Set(['FieldRule', 'HookRejected', 'Conflict', 'DeleteBlocked']);

const isLater = (error: unknown): boolean =>
  !(error instanceof DomainError) || error.faults.every(({ code }) => LATER.has(code));

/**
 * Questions to hooks over HTTP. No lock waits for another system: a write first runs without their answers and is rolled
 * back, then the hooks are asked, then it runs again and uses the answers for the records that are as they were sent.
 */
export const HookQuestions = {
  /**
   * Runs the work of a transaction.
   * @param answers of the questions of earlier runs
   * @throws {HooksUnanswered} when records have no answer yet, for the caller to ask and to run it again
   */
  async during<T>(tx: Transaction, answers: HookAnswers | undefined, work: () => Promise<T>): Promise<T> {
    const state: State = { answers, questions: [], seen: 0, waiting: 0, skipped: new Map(), place: (fault) => fault };
    states.set(tx, state);
    try {
      const made = await work();
      this.throwIfAny(tx);
      return made;
    } catch (error) {
      if (isLater(error)) this.throwIfAny(tx);
      throw error;
    }
  },

  /** @throws {HooksUnanswered} when the transaction has noted questions */
  throwIfAny(tx: Transaction): void {
    const { questions, seen } = states.get(tx) ?? NO_QUESTIONS;
    if (questions.length > 0) throw new HooksUnanswered(questions, seen);
  },

  isAnyOf: (tx: Transaction): boolean => (states.get(tx) ?? NO_QUESTIONS).questions.length > 0,

  /**
   * Finds the answers of a transaction.
   * @throws {Error} when nobody asks hooks for it: then the write must not pass
   */
  answersOf(tx: Transaction, records: number): HookAnswers | undefined {
    const state = states.get(tx);
    if (!state) throw new Error('This transaction cannot ask hooks over HTTP.');
    state.seen += records;
    return state.answers;
  },

  /** Notes a question. @throws {HooksUnanswered} when enough records wait */
  note(tx: Transaction, question: HookQuestion): void {
    const state = states.get(tx)!;
    const { place } = state;
    const records = question.records.map((record) => ({
      ...record,
      place: (fieldName: string | undefined) => place(record.place(fieldName)),
    }));
    state.questions.push({ ...question, records });
    state.waiting += records.length;
    if (state.waiting >= MAX_WAITING) this.throwIfAny(tx);
  },

  /** Notes that the write goes on without a hook. */
  skip(tx: Transaction, entityName: string, hookName: string): void {
    const { skipped } = states.get(tx)!;
    skipped.set(entityName, (skipped.get(entityName) ?? new Set()).add(hookName));
  },

  /** Hooks without which the write goes on. */
  skippedOf(tx: Transaction): readonly SkippedHooks[] {
    const skipped = states.get(tx)?.skipped ?? [];
    return [...skipped].map(([entity, names]) => ({ entity, names: [...names] }));
  },

  /** Executes a part of a write and places the records of its questions in the request. */
  async placed<T>(tx: Transaction, place: (fault: Fault) => Fault, part: () => Promise<T>): Promise<T> {
    const state = states.get(tx);
    if (!state) return part();
    const outer = state.place;
    state.place = (fault) => place(fault as Fault);
    try {
      return await part();
    } finally {
      state.place = outer;
    }
  },
};

const NO_QUESTIONS: Pick<State, 'questions' | 'seen'> = { questions: [], seen: 0 };
