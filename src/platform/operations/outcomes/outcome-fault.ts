import { ERROR_CODES, type ErrorCode, type Fault } from '#core/errors.js';

/** An element of `ErrorDetails`. */
export interface OutcomeFault {
  readonly Code: string;
  readonly Message: string;
  readonly FieldName?: string;
  readonly Path?: string;
  readonly RowIndex?: number;
  readonly RecordId?: string;
  readonly Params?: Readonly<Record<string, unknown>>;
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** A stored fault as it was answered. */
export const faultOf = (detail: OutcomeFault): Fault => ({
  code: isCode(detail.Code) ? detail.Code : 'Internal',
  message: detail.Message,
  fieldName: detail.FieldName,
  path: detail.Path,
  rowIndex: detail.RowIndex,
  recordId: detail.RecordId,
  params: detail.Params,
});
