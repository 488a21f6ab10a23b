/** A fault of a request, as the service names it (`ErrorDetails`). */
export interface Fault {
  readonly Code: string;
  readonly Message: string;
  readonly FieldName?: string;
  readonly Path?: string;
  readonly RecordId?: string;
  readonly Params?: Readonly<Record<string, unknown>>;
}

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
  ) {
    super(faults.map(({ Message }) => Message).join('\n'));
  }

  /** True where the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }
}

/** Place of a fault in a record: a field of its own, or a field of a child. */
export interface Place {
  readonly field?: string;
  readonly relation?: string;
  /** Position among the children that the request sent. */
  readonly index?: number;
}

const CHILD = /^(?<relation>[^.[]+)\[(?<index>\d+)\](?:\.(?<field>.+))?$/;

/** Finds the place of a fault by names (`Params.NamedPath`), such as `OrderLines[0].Quantity`, else its field. */
export function placeOf({ FieldName, Params }: Fault): Place {
  const path = typeof Params?.NamedPath === 'string' ? Params.NamedPath : '';
  const child = CHILD.exec(path)?.groups;
  if (child === undefined) return FieldName === undefined ? {} : { field: FieldName };
  const { relation, index, field } = child;
  return { relation: relation!, index: Number(index), field: field ?? FieldName };
}
