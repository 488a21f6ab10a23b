import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  type ApiResponseOptions,
  getSchemaPath,
  type SchemaObject,
} from '@nestjs/swagger';
import type { ErrorCode } from '#core/errors.js';
import { ref } from './answer-schemas.js';
import { ApiRefusals, describedHeaders } from './refusals.js';

/** Description of a route in the document. */
interface DescribedCall {
  /** Unique name of the method in generated clients. */
  readonly operationId: string;
  readonly summary: string;
  /** Effect of the call and the permission that it needs. */
  readonly description: string;
  /** Error codes of this route; those of every call are added. */
  readonly refusals?: readonly ErrorCode[];
}

const ANYONE: readonly ErrorCode[] = ['Internal'];
const PERSONS: readonly ErrorCode[] = [
  'TokenMissing',
  'TokenInvalid',
  'TokenExpired',
  'ContextInvalid',
  'RateLimited',
  'Unavailable',
];
const MEMBERS: readonly ErrorCode[] = [...PERSONS, 'ContextMissing', 'OtherCell', 'NotMember', 'ClaimsIncomplete'];

/** Error codes of every JSON body. */
export const BODY_REFUSALS: readonly ErrorCode[] = [
  'TooLarge',
  'UnsupportedMediaType',
  'RequestTimeout',
  'MalformedJson',
  'UnknownMember',
  'Validation',
];

/** Documents a route that needs token and context headers. */
export const ApiCall = ({ refusals = [], ...operation }: DescribedCall): MethodDecorator =>
  applyDecorators(
    ApiOperation(operation),
    ApiRequestHeader(
      'X-Request-Id',
      'Id of the call, chosen by the client: up to 128 letters, digits and `._:-`. Default: a new UUID.',
    ),
    ApiRefusals([...MEMBERS, ...refusals, ...ANYONE]),
  );

/** Documents a route that needs a token or a key, and no context headers. */
export const ApiCallWithoutContext = ({ refusals = [], ...operation }: DescribedCall): MethodDecorator =>
  applyDecorators(
    ApiOperation({ ...operation, security: [{ Token: [] }, { ApiKey: [] }] }),
    ApiRefusals([...PERSONS, ...refusals, ...ANYONE]),
  );

/** Documents a `@Public()` route. */
export const ApiPublicCall = ({ refusals = [], ...operation }: DescribedCall): MethodDecorator =>
  applyDecorators(ApiOperation({ ...operation, security: [] }), ApiRefusals([...refusals, ...ANYONE]));

/** Documents a route that serves callers with and without token and context headers. */
export const ApiOptionalCall = ({ refusals = [], ...operation }: DescribedCall): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      ...operation,
      security: [{}, { Token: [], TenantId: [], AppId: [], EnvironmentId: [] }, { ApiKey: [] }],
    }),
    ApiRefusals([...MEMBERS, ...refusals, ...ANYONE]),
  );

/** Documents an optional request header. */
export const ApiRequestHeader = (name: string, description: string): MethodDecorator =>
  ApiHeader({ name, description, required: false, schema: { type: 'string' } });

/** Documents a JSON body, with examples by title; "Try it out" starts with the first one. */
export const ApiJsonBody = (
  dto: Type,
  examples: Readonly<Record<string, object>>,
  { required } = { required: true },
): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(dto),
    ApiBody({
      required,
      schema: { $ref: getSchemaPath(dto) },
      examples: Object.fromEntries(Object.entries(examples).map(([title, value]) => [title, { value }])),
    }),
  );

/** Description of a successful answer. */
interface Answer {
  /** Name of the answer's type in generated clients. */
  readonly title: string;
  readonly description: string;
  /** Schema of the result; `[Dto]` for an array of a documented class. */
  readonly result: SchemaObject | readonly [Type];
  /** Further members of the envelope. */
  readonly members?: Readonly<Record<string, SchemaObject>>;
  /** Headers that some answers have beside those of every envelope. */
  readonly headers?: ApiResponseOptions['headers'];
  /** Documents that the route may answer instead of the envelope, by media type. */
  readonly content?: Readonly<Record<string, { readonly schema: SchemaObject }>>;
}

/** Documents the 200 of a route that answers a `Reply`: the envelope around the route's result. */
export function ApiEnvelope({ title, description, result, members, headers, content }: Answer): MethodDecorator {
  const [models, schema] = isArrayOf(result) ? [result, arrayOf(result[0])] : [[], result];
  const envelope: SchemaObject = {
    title,
    allOf: [ref('Envelope')],
    type: 'object',
    required: ['Result'],
    properties: { Result: schema, ...members },
  };
  return applyDecorators(
    ApiExtraModels(...models),
    ApiOkResponse({
      description,
      headers: { ...describedHeaders(['X-Request-Id']), ...headers },
      ...(content ? { content: { 'application/json': { schema: envelope }, ...content } } : { schema: envelope }),
    }),
  );
}

const isArrayOf = (result: Answer['result']): result is readonly [Type] => Array.isArray(result);

const arrayOf = (dto: Type): SchemaObject => ({ type: 'array', items: { $ref: getSchemaPath(dto) } });
