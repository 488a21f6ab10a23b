import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiQuery, ApiSchema } from '@nestjs/swagger';
import { ANY_JSON } from '../../platform/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiRequestHeader } from '../../platform/openapi/api-call.js';
import { DEFAULT_LIST_PAGE_SIZE, MAX_LIST_PAGE_SIZE } from './read-list-request.dto.js';

/** An element of the answer of GET /lists/get. */
@ApiSchema({ name: 'ListItem' })
class ListItemDto {
  @ApiProperty({ ...ANY_JSON, example: 'NET30' }) readonly Value!: unknown;
  @ApiProperty({ example: '30 days net' }) readonly Text!: string;
  @ApiPropertyOptional({ ...ANY_JSON, description: 'Of lists whose values have a parent.' })
  readonly ParentValue?: unknown;
  @ApiProperty({ example: true, description: 'False only among values that `ids` names.' }) readonly IsActive!: boolean;
  @ApiPropertyOptional({ type: 'integer', example: 3, description: 'Of declared and fixed values.' })
  readonly Sequence?: number;
}

const TEXTS: readonly (readonly [name: string, description: string, example?: string])[] = [
  ['entityName', 'Its records are the values.', 'Customer'],
  ['valueField', 'With entityName alone; default `Id`.'],
  ['textField', 'With entityName alone; default: the display field.'],
  [
    'fieldName',
    'With entityName: the declared values of an Enum or MultiEnum field, or the records a lookup leads to.',
  ],
  ['listName', 'A `List` record, in any letter case.'],
  ['dataSourceQueryId', 'A saved query: its first column is the value, its second the text.'],
  ['search', 'What the text contains, in any letter case, taken literally.'],
  ['parentValue', 'Values below this one.'],
  ['ids', 'Exactly these values, inactive ones too; repeated or with commas.'],
];

/** Documents GET /api/v1/lists/get. */
export const GetListDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getList',
      summary: 'Values for a dropdown',
      description:
        'One page of the values that you may pick from. Name exactly one list: `entityName`, `entityName` and `fieldName`, `listName` or `dataSourceQueryId`. Needs the read scope of the entity; users, teams and statuses show their public fields to every member.',
      refusals: [
        'UnknownEntity',
        'ScopeNone',
        'UnknownMember',
        'Validation',
        'BadFilter',
        'UnknownField',
        'NotFound',
        'TooManyRows',
        'QueryTimeout',
      ],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown name of the query string.'),
    ...TEXTS.map(([name, description, example]) =>
      ApiQuery({ name, description, required: false, schema: { type: 'string' }, ...(example && { example }) }),
    ),
    ApiQuery({ name: 'pageNumber', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ApiQuery({
      name: 'pageSize',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_LIST_PAGE_SIZE, default: DEFAULT_LIST_PAGE_SIZE },
    }),
    ApiEnvelope({
      title: 'ListAnswer',
      description: 'One object for each value; `TotalRecords` counts all that match.',
      result: [ListItemDto],
    }),
  );
