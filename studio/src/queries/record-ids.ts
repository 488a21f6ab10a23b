import { mayRead } from '../data/entity';
import { useQueries } from '@tanstack/react-query';
import { groupBy } from '../data/group-by';
import { useSelect, useStudio } from './studio';

/** A record that is known by its record-information id. */
export interface RecordReference {
  readonly entityName: string;
  readonly informationId: string;
}

/** Finds the ids of records, for links to them. @returns id by record-information id; those out of sight are absent */
export function useRecordIds(references: readonly RecordReference[]): ReadonlyMap<string, string> {
  const { entities } = useStudio();
  const select = useSelect();
  const readable = references.filter(({ entityName }) => mayRead(entities, entityName));
  const answers = useQueries({
    queries: [...groupBy(readable, ({ entityName }) => entityName)].map(([EntityName, members]) => {
      const ids = [...new Set(members.map(({ informationId }) => informationId))].toSorted();
      return select({
        EntityName,
        SelectedFields: ['Id', 'RecordInformationId'],
        WhereClause: { Filters: [{ FieldName: 'RecordInformationId', Operator: 'IN', Value: ids }] },
        Pager: { PageSize: ids.length, Count: 'None' },
      });
    }),
  });
  return new Map(
    answers.flatMap(({ data }) =>
      (data?.Result ?? []).map((row) => [String(row.RecordInformationId), String(row.Id)] as const),
    ),
  );
}
