/** Members of the answer's envelope before serialisation (docs/interface/conventions.md#envelope). */
interface Envelope {
  readonly requestId: string;
  readonly status: number;
  /** Serialised JSON. */
  readonly result: string;
  readonly recordAffected: number;
  readonly totalRecords: number | null;
  readonly elapsedMs: number;
  readonly correlationId: string | null;
  readonly log?: readonly string[];
  readonly errors?: readonly string[];
  readonly errorDetails?: readonly object[];
  /** Members after the common ones; absent values are left out. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Serialises the envelope, with its members in the documented order; the result is inserted as it is.
 *
 * @remarks Request and correlation ids only have characters that JSON does not escape.
 */
export function writeEnvelope(envelope: Envelope): string {
  const { requestId, status, result, recordAffected, correlationId, log, errors, errorDetails, extra } = envelope;
  return (
    `{"RequestId":"${requestId}","IsSuccess":${status < 400},"StatusCode":"${status}","Result":${result}` +
    `,"RecordAffected":${recordAffected},"RecordAffectted":${recordAffected},"TotalRecords":${envelope.totalRecords}` +
    `,"TotalExecutionTime":${envelope.elapsedMs},"CorrelationId":${correlationId === null ? 'null' : `"${correlationId}"`}` +
    `,"Log":${jsonArray(log)},"Errors":${jsonArray(errors)},"ErrorDetails":${jsonArray(errorDetails)},"IsFromCache":false` +
    `${extra ? members(extra) : ''}}`
  );
}

const jsonArray = (items: readonly unknown[] | undefined): string => (items?.length ? JSON.stringify(items) : '[]');

function members(extra: Readonly<Record<string, unknown>>): string {
  const inside = JSON.stringify(extra).slice(1, -1);
  return inside === '' ? '' : `,${inside}`;
}
