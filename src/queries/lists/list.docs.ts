import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiQuery, ApiSchema } from '@nestjs/swagger';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { ApiCall, ApiEnvelope, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { DEFAULT_LIST_PAGE_SIZE, MAX_LIST_PAGE_SIZE } from './read-list-request.dto.js';

/** An element of the answer of GET /lists/get. */
@ApiSchema({ name: 'ListItem' })
class ListItemDto {
  @ApiProperty({ ...ANY_JSON, example: 'NET30' }) readonly Value!: unknown;
  @ApiProperty({ example: '30 days net' }) readonly Text!: string;
  @ApiPropertyOptional({ ...ANY_JSON, description: 'Value of the parent, in lists whose values have parents.' })
  readonly ParentValue?: unknown;
  @ApiProperty({ example: true, description: 'False only for inactive values requested by `ids`.' })
  readonly IsActive!: boolean;
  @ApiPropertyOptional({ type: 'integer', example: 3, description: 'Order of declared and fixed values.' })
  readonly Sequence?: number;
}

const TEXTS: readonly (readonly [name: string, description: string, example?: string])[] = [
  ['entityName', 'Entity whose records are the values.', 'Customer'],
  ['valueField', 'Field of the value, with entityName or dataSourceQueryId; default `Id` or the first column.'],
  [
    'textField',
    'Field of the text, with entityName or dataSourceQueryId; default: the display field or second column.',
  ],
  [
    'fieldName',
    'With entityName: an Enum or MultiEnum field, whose declared values are the list, or a lookup, whose target records are.',
  ],
  ['listName', 'Name of a `List` record, in any letter case.'],
  ['dataSourceQueryId', 'Id of a saved query; by default its first column is the value, its second the text.'],
  ['search', 'Text that the values must contain, in any letter case, without wildcards.'],
  ['parentValue', 'Selects the values below this parent.'],
  ['ids', 'Selects exactly these values, inactive ones too; repeated or separated by commas.'],
];

/** Documents GET /api/v1/lists/get. */
export const GetListDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getList',
      summary: 'Values for a dropdown',
      description:
        'Answers one page of the values of a dropdown. Name exactly one list: `entityName`, `entityName` and ' +
        '`fieldName`, `listName` or `dataSourceQueryId`. Needs read scope of the entity; users, teams and ' +
        'statuses show their public fields to every member.',
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
