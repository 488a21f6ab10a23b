import { loggedSource, MAPPING } from '#core/context/call-source.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { OperatorName } from '#core/fields/operators.js';
import type { JsonValue } from '#core/json/json.js';
import { Slot } from '#core/sql/sql.js';
import { clauseValues } from './caller-clause.js';

/** Values of the call that statements use; they are the first of every request's args, in this order. */
export const CALL = {
  userId: new Slot(0, 'uuid'),
  /** The caller's teams and their sub-teams. */
  reachTeamIds: new Slot(1, 'uuid[]'),
  at: new Slot(2, 'timestamptz'),
  correlationId: new Slot(3, 'uuid'),
  primaryTeamId: new Slot(4, 'uuid'),
  /** Version of the definitions by which the call was read and its statements were compiled. */
  definitionsVersion: new Slot(5, 'bigint'),
  /** Source of the call's changes; null for a request with a token. */
  source: new Slot(6, 'text'),
  /** Values of the clauses of the caller's roles, an array for each by its id; `teams` and `roles` of the caller. */
  clauses: new Slot(7, 'jsonb'),
} as const;

/** Most elements of all lists of one request together: each is read by the type of its field. */
export const MAX_LIST_VALUES = 20_000;

/** A literal value of one filter, which `literalOf` has bound. */
export interface Literal {
  readonly given: JsonValue;
  /** Path of the filter in the body. */
  readonly at: string;
  readonly field: Field;
  readonly operator: OperatorName;
  /** Position in the args. */
  readonly index: number;
  readonly type: string;
}

/** The values of a request in the order its parser met them; a slot made by `add` keeps its position. */
export class Args {
  readonly values: unknown[];
  /** Literals among the values, in the order of their filters. */
  readonly literals: Literal[] = [];
  /** True if a value follows from the caller or the time, such as `Me` or `Today`. */
  hasGlobals = false;
  /** True if a value follows from the time. */
  hasTimes = false;
  /** Elements of all lists that the request compares with. */
  #listValues = 0;

  /** @param clauses values of the clauses of the caller's roles, as JSON */
  constructor(ctx: RequestContext, clauses = clauseValues(ctx)) {
    const { principal, catalogue, job, mappingId } = ctx;
    this.values = [
      principal.userId,
      principal.reachTeamIds,
      ctx.at.toISOString(),
      ctx.correlationId,
      principal.primaryTeamId,
      catalogue.version,
      mappingId === undefined ? loggedSource(job?.source, principal.key?.id) : loggedSource(MAPPING, mappingId),
      clauses,
    ];
  }

  /**
   * Counts the elements of one more list.
   * @returns true while all lists of the request together are within the limit
   */
  countList(length: number): boolean {
    this.#listValues += length;
    return this.#listValues <= MAX_LIST_VALUES;
  }

  /** Takes the version of another context, whose definitions are the same for the call. */
  renew({ catalogue }: RequestContext): void {
    this.values[CALL.definitionsVersion.index] = catalogue.version;
  }

  /** @param type the PostgreSQL type the value is cast to, such as `numeric` or `uuid[]`. */
  add(value: unknown, type: string): Slot {
    return new Slot(this.values.push(value) - 1, type);
  }
}
