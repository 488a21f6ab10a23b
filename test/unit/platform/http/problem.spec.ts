import { DomainError, ERROR_CODES, type ErrorCode } from '#core/errors.js';
import { problem, problemOf, writeProblem } from '#platform/http/problem.js';

const CALL = { id: 'r-1', elapsedMs: 3, correlationId: null };

// Requirement: R6, R211
it.each<[code: ErrorCode, status: number, headers: Record<string, string>]>([
  ['TokenMissing', 401, { 'WWW-Authenticate': 'Bearer realm="api"' }],
  ['TokenInvalid', 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }],
  ['TokenExpired', 401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }],
  ['ContextMissing', 400, {}],
  ['NotMember', 403, {}],
  ['UnknownEntity', 404, {}],
  ['MethodNotAllowed', 405, {}],
  ['Conflict', 409, {}],
  ['VersionMismatch', 412, {}],
  ['TooLarge', 413, {}],
  ['UnsupportedMediaType', 415, {}],
  ['ApprovalLocked', 423, {}],
  ['RateLimited', 429, { 'Retry-After': '1' }],
  ['Internal', 500, {}],
  ['Unavailable', 503, { 'Retry-After': '2' }],
  ['QueryTimeout', 504, {}],
])('maps %s to %i', (code, status, headers) => {
  expect(problemOf(new DomainError({ code, message: 'm' }))).toMatchObject({ status, headers });
});

it('has a status for every code', () => {
  const statuses = (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => problem(code, 'm').status);
  expect(statuses.filter((status) => !(status >= 400 && status < 600))).toEqual([]);
});

// Requirement: R211
it('sets Retry-After when the fault has a delay', () => {
  const limited = new DomainError({ code: 'RateLimited', message: 'm', params: { RetryAfterSeconds: 30 } });
  expect(problemOf(limited).headers).toEqual({ 'Retry-After': '30' });
});

// Requirement: R74, T60
it('writes all faults, the first one as RFC 9457 members', () => {
  const error = new DomainError(
    { code: 'FieldRule', message: 'Name is required.', fieldName: 'Name', path: 'Fields[0]', rowIndex: 0 },
    { code: 'UnknownField', message: 'No field Nmae.', recordId: 'x', params: { Known: ['Name'] } },
  );
  expect(JSON.parse(writeProblem(CALL, problemOf(error)))).toEqual({
    RequestId: 'r-1',
    IsSuccess: false,
    StatusCode: '400',
    Result: null,
    RecordAffected: 0,
    RecordAffectted: 0,
    TotalRecords: 0,
    TotalExecutionTime: 3,
    CorrelationId: null,
    Log: [],
    Errors: ['No field Nmae.', 'Name is required.'],
    ErrorDetails: [
      { Code: 'UnknownField', Message: 'No field Nmae.', RecordId: 'x', Params: { Known: ['Name'] } },
      { Code: 'FieldRule', Message: 'Name is required.', FieldName: 'Name', Path: 'Fields[0]', RowIndex: 0 },
    ],
    IsFromCache: false,
    type: 'urn:problem:UnknownField',
    title: 'Unknown field',
    status: 400,
    detail: 'No field Nmae.',
    traceId: 'r-1',
  });
});
