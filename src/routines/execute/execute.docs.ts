import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MAX_ROUTINE_ROWS } from '#routines/core/call-routine.sql.js';
import { ROUTINE_KINDS } from '#routines/core/routine.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { numberOrName } from '#platform/http/openapi/number-or-name.js';

/** An element of `Parameters`. */
@ApiSchema({ name: 'RoutineParameter' })
class ObjectParameterDto {
  @ApiPropertyOptional({
    example: 'CustomerId',
    description: 'In any letter case, with or without a leading `@`. Absent on all of them: meant by their place.',
  })
  readonly Name?: string;

  @ApiProperty({
    ...ANY_JSON,
    example: 'de93140a-f4fb-4e24-9c00-85595603a447',
    description: 'Value of the declared type.',
  })
  readonly Value!: unknown;
}

/** Body of POST /api/v1/database/execute. */
@ApiSchema({ name: 'ExecuteRequest' })
class ExecuteDto {
  @ApiProperty({ example: 'CustomerStatement', description: 'Name of a registered routine, in any letter case.' })
  readonly ObjectName!: string;

  @ApiProperty({
    ...numberOrName({ enum: [1, 2, 3] }, Object.keys(ROUTINE_KINDS)),
    example: 3,
    description: 'Number or name: 1 `Procedure`, 2 `ScalarFunction`, 3 `TableFunction`.',
  })
  readonly ObjectType!: number | string;

  @ApiPropertyOptional({ type: [ObjectParameterDto] })
  readonly Parameters?: ObjectParameterDto[];
}

const EXAMPLES = {
  'A table function, parameters by name': {
    ObjectName: 'CustomerStatement',
    ObjectType: 3,
    Parameters: [
      { Name: 'CustomerId', Value: 'de93140a-f4fb-4e24-9c00-85595603a447' },
      { Name: 'FromDate', Value: '2026-01-01' },
      { Name: 'ToDate', Value: '2026-12-31' },
    ],
  },
  'A scalar function, parameters by place': { ObjectName: 'SleepTest', ObjectType: 2, Parameters: [{ Value: 1 }] },
  'A procedure that writes': {
    ObjectName: 'RepriceCategory',
    ObjectType: 1,
    Parameters: [
      { Name: '@Category', Value: 'Beverages' },
      { Name: '@Percent', Value: '2.5' },
    ],
  },
};

/** Documents POST /api/v1/database/execute. */
export const ExecuteDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'executeDatabaseObject',
      summary: 'Call a procedure or function',
      description:
        `Calls a routine that is registered as a \`DatabaseObject\` record; you need its \`RequiredPermission\`. ` +
        `It reads all records of its environment, regardless of your scopes, and nothing else. Without ` +
        `\`AllowWrites\` it cannot write. Writes of a routine with \`AllowWrites\` set the audit columns and ` +
        `appear in the change log. Required fields, unique rules and references apply to them; other field rules, ` +
        `cross-field rules, approval locks and hooks do not. At most ${MAX_ROUTINE_ROWS} rows are answered; ` +
        `\`Truncated\` is true if there are more.`,
      refusals: [...BODY_REFUSALS, 'NotFound', 'PermissionRequired', 'Conflict', 'QueryTimeout'],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiJsonBody(ExecuteDto, EXAMPLES),
    ApiEnvelope({
      title: 'ExecuteAnswer',
      description: 'Rows of a table function, output parameters of a procedure, or the value of a scalar function.',
      result: {
        type: 'object',
        required: ['ResultSets', 'OutputParameters', 'ReturnValue'],
        properties: {
          ResultSets: {
            type: 'array',
            description: 'Result of a table function: one set of rows, with members in the order of `Returns`.',
            items: { type: 'array', items: { type: 'object', additionalProperties: true } },
          },
          OutputParameters: { type: 'object', additionalProperties: true, example: { AffectedRows: 3 } },
          ReturnValue: { ...ANY_JSON, description: 'Result of a scalar function; otherwise null.' },
        },
      },
      members: { Truncated: { type: 'boolean', example: false, description: 'True if there are more rows.' } },
    }),
  );
