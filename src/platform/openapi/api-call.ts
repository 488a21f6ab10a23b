import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
  type SchemaObject,
} from '@nestjs/swagger';
import type { ErrorCode } from '../../core/errors.js';
import { ref } from './answer-schemas.js';
import { ApiRefusals, describedHeaders } from './refusals.js';

/** What the document tells of a route. */
interface DescribedCall {
  /** The method's name in generated clients; unique. */
  readonly operationId: string;
  readonly summary: string;
  /** What it does, and which permission it needs. */
  readonly description: string;
  /** The codes of its own; those that every call can meet are added. */
  readonly refusals?: readonly ErrorCode[];
}

const ANYONE: readonly ErrorCode[] = ['Internal'];
const MEMBERS: readonly ErrorCode[] = [
  'TokenMissing',
  'TokenInvalid',
  'TokenExpired',
  'ContextMissing',
  'ContextInvalid',
  'NotMember',
  'RateLimited',
  'Unavailable',
];

/** What can be wrong with any JSON body. */
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
      'Your name for the call: up to 128 letters, digits and `._:-`. Default: a new UUID.',
    ),
    ApiRefusals([...MEMBERS, ...refusals, ...ANYONE]),
  );

/** Documents a `@Public()` route. */
export const ApiPublicCall = ({ refusals = [], ...operation }: DescribedCall): MethodDecorator =>
  applyDecorators(ApiOperation({ ...operation, security: [] }), ApiRefusals([...refusals, ...ANYONE]));

/** Documents an optional request header. */
export const ApiRequestHeader = (name: string, description: string): MethodDecorator =>
  ApiHeader({ name, description, required: false, schema: { type: 'string' } });

/** Documents a JSON body, with examples by title; the first is what "Try it out" begins with. */
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

/** What a successful answer holds. */
interface Answer {
  /** Name of the answer's type in generated clients. */
  readonly title: string;
  readonly description: string;
  /** A schema, or the documented class of which the result is an array. */
  readonly result: SchemaObject | readonly [Type];
  /** Further members of the envelope. */
  readonly members?: Readonly<Record<string, SchemaObject>>;
}

/** Documents the 200 of a route that answers a `Reply`: the envelope around the route's result. */
export function ApiEnvelope({ title, description, result, members }: Answer): MethodDecorator {
  const [models, schema] = isArrayOf(result) ? [result, arrayOf(result[0])] : [[], result];
  return applyDecorators(
    ApiExtraModels(...models),
    ApiOkResponse({
      description,
      headers: describedHeaders(['X-Request-Id']),
      schema: {
        title,
        allOf: [ref('Envelope')],
        type: 'object',
        required: ['Result'],
        properties: { Result: schema, ...members },
      },
    }),
  );
}

const isArrayOf = (result: Answer['result']): result is readonly [Type] => Array.isArray(result);

const arrayOf = (dto: Type): SchemaObject => ({ type: 'array', items: { $ref: getSchemaPath(dto) } });
