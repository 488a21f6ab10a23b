import { applyDecorators } from '@nestjs/common';
import { ApiCallWithoutContext, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { MemberEnvironmentDto } from './environments.dto.js';

/** Documents GET /api/v1/environments. */
export const EnvironmentsDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCallWithoutContext({
      operationId: 'getEnvironments',
      summary: 'Environments I may work in',
      description:
        'Lists the environments in which the person of the token is an active user, or would become one by their first ' +
        'call, by the names of tenant, app and environment, at most 1,000. A key has its one environment. Context headers may be absent; those of a call by ' +
        'token are ignored.',
    }),
    ApiEnvelope({
      title: 'EnvironmentsAnswer',
      description: 'One row for each environment; an empty list for a person who is nobody’s user.',
      result: [MemberEnvironmentDto],
    }),
  );
