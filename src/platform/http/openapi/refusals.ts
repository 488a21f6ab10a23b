import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '#core/errors.js';
import { problem, writeProblem } from '#platform/http/problem.js';
import { ref } from './answer-schemas.js';

/** Cause of each error code, in the words of docs/errors.md. */
export const WHEN: Readonly<Record<ErrorCode, string>> = {
  TokenMissing: 'There is no bearer token.',
  TokenInvalid: "The token's signature, issuer, audience or form is not accepted.",
  TokenExpired: 'The token was good once.',
  ContextMissing: 'A header of `TenantId`, `AppId`, `EnvironmentId` is missing.',
  ContextInvalid: 'One of them is neither a UUID nor a short name.',
  OtherCell: 'The environment lives in another cell, which `Params.Cell` names.',
  NotMember: 'You are no active user there, or there is no such environment.',
  ClaimsIncomplete: 'The token has too many groups to name them, so that mapped roles cannot follow it.',
  AdministratorRequired: 'Only administrators may do this.',
  RateLimited: 'You use more than your share, or a long read was stopped for others who waited.',
  TooLarge: 'The body is over the limit.',
  UnsupportedMediaType: 'The body is not `application/json`.',
  RequestTimeout: 'The body arrived too slowly, or took too long in all.',
  MalformedJson: 'The body is not JSON, or a member occurs twice.',
  MethodNotAllowed: 'The route exists, with another method.',
  UnknownEntity: 'No entity of this environment has this name.',
  ScopeNone: 'You have no access of this kind to the entity.',
  WhereClauseRequired: 'An update or delete has no where-clause.',
  UnknownMember:
    'The body has a member that nearly is another, an unknown one of a query or of `Options`, or any unknown one under `handling=strict`.',
  Validation: "The request's shape or one of its values is wrong.",
  BadFilter: 'A filter, its operator or value, `Sequence` or `FilterLogic` is wrong.',
  UnknownField: 'The entity has no such field.',
  TooManyRows: 'More rows than one request may change.',
  NotFound: 'There is no such route, record, query or object, or you may not read it.',
  OutOfScope: 'Your scope does not cover the record.',
  PermissionRequired: 'A named permission is missing.',
  VersionMismatch: 'The record is gone, or something other than a rollup has changed it since you read it.',
  ApprovalLocked: 'An approval of the record, or of one that it is a part of, is open.',
  FieldRule: 'A value breaks a rule of its field, such as Required or MaxLength.',
  HookRejected: 'A rule of the environment refused the write.',
  TransitionNotAllowed: 'The status does not lead there, or not for you.',
  ValidatorFailed: 'The record does not yet fulfil what the status asks for.',
  Conflict: 'Another record already has this unique value.',
  DeleteBlocked: 'Other records depend on this one.',
  AlreadyDecided: 'The approval request is closed, or you have no open task of it any more.',
  IdempotencyMismatch: 'The `Idempotency-Key` was used with another body.',
  QueryTimeout: 'The statement took too long and was stopped.',
  HookUnavailable: 'A hook of the environment, which another system answers, failed.',
  Unavailable:
    'The service is overloaded, stopping, or without its database, or definitions were changed again and again.',
  Internal: 'A fault of the service.',
};

const HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'Id of the request: the caller’s if it is well-formed, otherwise a new one.',
  'WWW-Authenticate': 'Reason why the token is refused (RFC 6750).',
  'Retry-After': 'Seconds to wait before the next attempt.',
};

/** Response headers for the document. */
export const describedHeaders = (names: readonly string[]): ApiResponseOptions['headers'] =>
  Object.fromEntries(names.map((name) => [name, { description: HEADERS[name], schema: { type: 'string' } }]));

const EXAMPLE_CALL = { id: '4afb5052-59a9-4e01-ba5e-d04b10cd3db4', elapsedMs: 3, correlationId: null };

/** Documents the refusals of a route: one response per status, with its codes and the body of the first one. */
export function ApiRefusals(codes: readonly ErrorCode[]): MethodDecorator {
  const inOrder = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.includes(code));
  const statuses = new Set(inOrder.map((code) => problem(code, '').status));
  return applyDecorators(
    ...[...statuses].map((status) => describedRefusal(inOrder.filter((code) => problem(code, '').status === status))),
  );
}

function describedRefusal(codes: readonly ErrorCode[]): MethodDecorator {
  const example = problem(codes[0], WHEN[codes[0]]);
  return ApiResponse({
    status: example.status,
    description: codes.map((code) => `- \`${code}\`: ${WHEN[code]}`).join('\n'),
    headers: describedHeaders(['X-Request-Id', ...Object.keys(example.headers)]),
    content: {
      'application/problem+json': {
        schema: ref('Problem'),
        example: JSON.parse(writeProblem(EXAMPLE_CALL, example)) as unknown,
      },
    },
  });
}
