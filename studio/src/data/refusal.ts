/** A fault of a request, as the service names it (`ErrorDetails`). */
export interface Fault {
  readonly Code: string;
  readonly Message: string;
  readonly FieldName?: string;
  readonly Path?: string;
  readonly RecordId?: string;
  readonly Params?: Readonly<Record<string, unknown>>;
}

/**
 * Statuses of requests that may succeed later: no answer, a router that sent them to the wrong cell, too many requests, an
 * unavailable service or a proxy before it.
 */
const TEMPORARY: ReadonlySet<number> = new Set([0, 421, 429, 502, 503, 504]);

/** An answer that is no success, or no answer at all (status 0). */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly faults: readonly Fault[],
    readonly requestId?: string,
    /** Seconds after which the request may be repeated. */
    readonly retryAfterS?: number,
    readonly correlationId?: string,
    /** True of a write that may have been carried out all the same. */
    readonly isUnknownWrite = false,
  ) {
    super(faults.map(({ Message }) => Message).join('\n'));
  }

  /** True where the same request may succeed later. */
  get isTemporary(): boolean {
    return TEMPORARY.has(this.status);
  }

  /** True where nobody knows what became of the request: its answer was lost, or the service failed while it ran. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** The same refusal, of a write whose outcome is unknown. */
  ofWrite(): Refusal {
    const { status, faults, requestId, retryAfterS, correlationId } = this;
    return new Refusal(status, faults, requestId, retryAfterS, correlationId, true);
  }
}

/** Place of a fault in a record: a field of its own, or a field of a child. */
export interface FaultPlace {
  readonly field?: string;
  readonly relation?: string;
  /** Part of the request: new children, or changed ones. */
  readonly part?: 'Create' | 'Update';
  /** Position among the children of that part in the request. */
  readonly index?: number;
}

const CHILD = /^(?<relation>[^.[]+)(?:\.(?<part>Create|Update))?\[(?<index>\d+)\](?:\.(?<field>.+))?$/;

/** Finds the place of a fault by names (`Params.NamedPath`), such as `OrderLines.Create[0].Quantity`, else its field. */
export function placeOf({ FieldName, Params }: Fault): FaultPlace {
  const path = typeof Params?.NamedPath === 'string' ? Params.NamedPath : '';
  const child = CHILD.exec(path)?.groups;
  if (child === undefined) return FieldName === undefined ? {} : { field: FieldName };
  const { relation, part, index, field } = child;
  return {
    relation,
    part: part === 'Update' ? 'Update' : 'Create',
    index: Number(index),
    field: field ?? FieldName,
  };
}
