import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, getSchemaPath, type SchemaObject } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { ParameterDto } from '#platform/http/openapi/parameter.dto.js';

const TEXT: SchemaObject = { type: 'string' };
const TEXT_OR_NULL: SchemaObject = { type: ['string', 'null'] };

const WORKFLOW: SchemaObject = {
  type: 'object',
  required: ['Id', 'Name', 'EntityName', 'Description', 'Tokens'],
  properties: {
    Id: { type: 'string', format: 'uuid' },
    Name: { ...TEXT, example: 'ExportOrderDocuments' },
    EntityName: { ...TEXT_OR_NULL, example: 'Order', description: 'Entity of its record.' },
    Description: TEXT_OR_NULL,
    Tokens: { type: 'array', items: { $ref: getSchemaPath(ParameterDto) } },
  },
};

/** Documents GET /api/v1/workflows. */
export const ListWorkflowsDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getWorkflows',
      summary: 'Workflows I may execute',
      description: 'Lists the active Manual workflows that you may execute, by name, each with its tokens.',
      refusals: ['UnknownEntity', 'UnknownMember', 'Validation'],
    }),
    ApiQuery({
      name: 'entityName',
      required: false,
      schema: { type: 'string', example: 'Order' },
      description: 'Only workflows of this entity, in any letter case.',
    }),
    ApiExtraModels(ParameterDto),
    ApiEnvelope({
      title: 'WorkflowsAnswer',
      description: 'One row for each workflow.',
      result: { type: 'array', items: WORKFLOW },
    }),
  );
