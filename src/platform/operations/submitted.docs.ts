import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ApiRequestHeader } from '#platform/http/openapi/api-call.js';

const LOCATION = { Location: { description: 'Where the outcome will be.', schema: { type: 'string' } } } as const;

/** Documents the headers of every write. */
export const ApiIdempotencyKey = ApiRequestHeader(
  'Idempotency-Key',
  'Your name for the request, up to 255 characters: repeated with the same body it is not run again but ' +
    'answered as the first time; with another body it is 409. Yours alone, for this route, for a day.',
);

/**
 * Documents what all writes that may outlive their request have in common
 * (docs/interface/conventions.md#waiting-202-and-outcomes).
 * @param preferences further meanings of `Prefer` for the route
 */
export const ApiSubmitted = (preferences = ''): MethodDecorator =>
  applyDecorators(
    ApiRequestHeader(
      'Prefer',
      `${preferences}\`handling=strict\` refuses every unknown member of the body. \`wait=N\` waits up to N ` +
        `seconds (at most 30) for the outcome, \`respond-async\` not at all; then the answer is 202.`,
    ),
    ApiIdempotencyKey,
    ApiAcceptedResponse({
      description:
        'The write goes on: it is stored and will not be lost. Its outcome is at `Location`. An insert tells the ' +
        'Id that its record will have.',
      headers: LOCATION,
      schema: {
        title: 'AcceptedAnswer',
        allOf: [ref('Envelope')],
        type: 'object',
        required: ['Result'],
        properties: {
          Result: {
            anyOf: [{ type: 'object', properties: { Id: { type: 'string', format: 'uuid' } } }, { type: 'null' }],
          },
        },
      },
    }),
  );
