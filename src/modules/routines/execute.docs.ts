import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MAX_ROUTINE_ROWS } from '../../core/routines/call-routine.sql.js';
import { ANY_JSON } from '../../platform/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '../../platform/openapi/api-call.js';
import { numberOrName } from '../../platform/openapi/number-or-name.js';

/** An element of `Parameters`. */
@ApiSchema({ name: 'RoutineParameter' })
class ObjectParameterDto {
  @ApiPropertyOptional({
    example: 'CustomerId',
    description: 'In any letter case, with or without a leading `@`. Absent on all of them: meant by their place.',
  })
  readonly Name?: string;

  @ApiProperty({ ...ANY_JSON, example: 'de93140a-f4fb-4e24-9c00-85595603a447', description: 'Of the declared type.' })
  readonly Value!: unknown;
}

/** Body of POST /api/v1/database/execute. */
@ApiSchema({ name: 'ExecuteRequest' })
class ExecuteDto {
  @ApiProperty({ example: 'CustomerStatement', description: 'A registered object, in any letter case.' })
  readonly ObjectName!: string;

  @ApiProperty({
    ...numberOrName({ enum: [1, 2, 3] }),
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
      description: `Calls an object that the environment registered as a \`DatabaseObject\` record, for any member who has its \`RequiredPermission\`. It sees the records of its environment whatever your scopes, and nothing else. Without \`AllowWrites\` it changes nothing. What an object with \`AllowWrites\` writes is stamped and logged by the tables, but rules of fields, cross-field rules, approval locks and hooks do not apply to it; required fields, unique rules and references do. At most ${MAX_ROUTINE_ROWS} rows; \`Truncated\` tells of more.`,
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
            description: 'Of a table function: one set of rows, their members in the order of `Returns`.',
            items: { type: 'array', items: { type: 'object', additionalProperties: true } },
          },
          OutputParameters: { type: 'object', additionalProperties: true, example: { AffectedRows: 3 } },
          ReturnValue: { ...ANY_JSON, description: 'Of a scalar function; else null.' },
        },
      },
      members: { Truncated: { type: 'boolean', example: false, description: 'There are more rows than these.' } },
    }),
  );
