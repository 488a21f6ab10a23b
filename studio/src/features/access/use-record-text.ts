import { useQuery } from '@tanstack/react-query';
import { displayText, type EntitySummary } from '../../data/entity';
import { useSelect } from '../../queries/studio';

/**
 * Text of a record that an address names by its record-information id; undefined while it is loading, and the beginning of
 * the id where the caller may not read the record.
 */
export function useRecordText(entity: EntitySummary, id: string | undefined): string | undefined {
  const select = useSelect();
  const { data } = useQuery({
    ...select({
      EntityName: entity.EntityName,
      SelectedFields: ['Id', 'RecordInformationId', ...(entity.DisplayField === null ? [] : [entity.DisplayField])],
      WhereClause: { Filters: [{ FieldName: 'RecordInformationId', Operator: 'EqualTo', Value: id }] },
      LoadLookUpValues: true,
    }),
    enabled: id !== undefined && entity.Read !== 'None',
  });
  const [row] = data?.Result ?? [];
  if (id === undefined) return undefined;
  return row === undefined ? id.slice(0, 8) : displayText(entity, row);
}
