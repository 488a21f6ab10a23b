import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MAX_FILTERS } from '../../core/requests/where-clause.js';
import { ANY_JSON } from './any-json.js';
import { operatorTable } from './operator-table.js';

/** One test of a where-clause. */
@ApiSchema({
  name: 'Filter',
  description: [
    'One test of a where-clause. An operator that has no meaning for the type of the field is refused with 400.',
    operatorTable(),
    '- Text: operators 11 to 16, 19 and 20 ignore letter case and take `%` and `_` as they are; equality and order mind it, unless the field is `CaseInsensitive`.',
    '- Null: EqualTo null is IsNULL, NotEqualTo null is IsNotNULL. Negative operators leave out fields without a value, unless `Options.NullSafeNegation` is true.',
    '- An empty IN matches nothing, an empty NOTIN everything. ExistsIn looks at rows the caller may read and nests up to 3 deep.',
  ].join('\n\n'),
})
class FilterDto {
  @ApiProperty({
    example: 'Name',
    description: 'A field; a dotted name such as `CustomerId.RegionId.Name` follows up to 5 lookups.',
  })
  readonly FieldName!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 22,
    example: 3,
    description: 'Number or name of the operator; 3 is EqualTo.',
  })
  readonly Operator!: number;

  @ApiPropertyOptional({ ...ANY_JSON, example: 'Contoso', description: 'What to compare with; see the table.' })
  readonly Value?: unknown;

  @ApiPropertyOptional({
    type: 'integer',
    example: 1,
    description:
      'The number FilterLogic knows the filter by. Missing or equal in all filters: numbered from 1 by position.',
  })
  readonly Sequence?: number;

  @ApiPropertyOptional({
    type: 'integer',
    enum: [1, 2, 3, 4],
    default: 1,
    description:
      'What Value is: 1 itself; 2 a parameter (`@Name`); 3 the name of another field; 4 a word: `Me`, `MyTeams`, `Now`, `Today`, `Today-30d`, `StartOfMonth`, …',
  })
  readonly ValueType?: number;
}

/** Which rows: filters, and how they are joined. */
@ApiSchema({ name: 'WhereClause', description: 'Which rows: filters, and how they are joined.' })
export class WhereClauseDto {
  @ApiProperty({ type: [FilterDto], maxItems: MAX_FILTERS })
  readonly Filters!: FilterDto[];

  @ApiPropertyOptional({
    example: '1',
    description:
      'Numbers, AND, OR, NOT and parentheses, such as `1 AND (2 OR NOT 3)`. Absent or empty: all filters must match.',
  })
  readonly FilterLogic?: string;
}
