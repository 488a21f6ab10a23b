import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OPERATORS } from '#core/fields/operators.js';
import { OPERAND_SOURCES } from '#core/requests/operand-source.js';
import { MAX_FILTERS } from '#core/requests/where-clause.js';
import { ANY_JSON } from './any-json.js';
import { numberOrName } from './number-or-name.js';
import { operatorTable } from './operator-table.js';

/** Filter of a where-clause. */
@ApiSchema({
  name: 'Filter',
  description: [
    'Condition of a where-clause. An operator that does not apply to the type of the field is refused with 400.',
    operatorTable(),
    '- Text: operators 11 to 16, 19 and 20 ignore letter case and treat `%` and `_` as ordinary characters. ' +
      'Equality and order are case-sensitive, unless the field is `CaseInsensitive`.',
    '- Null: EqualTo null is IsNULL, NotEqualTo null is IsNotNULL. Negative operators do not match fields ' +
      'without a value, unless `Options.NullSafeNegation` is true.',
    '- An empty IN matches nothing, an empty NOTIN everything. ExistsIn only sees rows that the caller may read, and nests up to 3 levels.',
  ].join('\n\n'),
})
class FilterDto {
  @ApiProperty({
    example: 'Name',
    description:
      'Name of a field. A dotted name follows up to 5 lookups: the names of the lookups, then that of a field.',
  })
  readonly FieldName!: string;

  @ApiProperty({
    ...numberOrName({ minimum: 1, maximum: 22 }, Object.keys(OPERATORS)),
    example: 3,
    description: 'Number or name of the operator, such as 3 or `EqualTo`. Letter case does not matter.',
  })
  readonly Operator!: number | string;

  @ApiPropertyOptional({ ...ANY_JSON, example: 'Contoso', description: 'Operand of the comparison; see the table.' })
  readonly Value?: unknown;

  @ApiPropertyOptional({
    type: 'integer',
    example: 1,
    description:
      'Number of the filter in FilterLogic. If it is missing or equal in all filters, they are numbered from 1 by position.',
  })
  readonly Sequence?: number;

  @ApiPropertyOptional({
    ...numberOrName({ enum: [1, 2, 3, 4] }, OPERAND_SOURCES),
    default: 1,
    description:
      'Meaning of Value: 1 a literal, 2 a parameter (`@Name`), 3 the name of another field, 4 a global such as ' +
      '`Me`, `MyTeams`, `Now`, `Today`, `Today-30d` or `StartOfMonth`.',
  })
  readonly ValueType?: number | string;
}

/** Filters of a where-clause and their combination. */
@ApiSchema({ name: 'WhereClause', description: 'Selects rows by filters and their combination.' })
export class WhereClauseDto {
  @ApiProperty({ type: [FilterDto], maxItems: MAX_FILTERS })
  readonly Filters!: FilterDto[];

  @ApiPropertyOptional({
    example: '1',
    description:
      'Combination of the filters by numbers, AND, OR, NOT and parentheses, such as `1 AND (2 OR NOT 3)`. If it ' +
      'is absent or empty, all filters must match.',
  })
  readonly FilterLogic?: string;
}
