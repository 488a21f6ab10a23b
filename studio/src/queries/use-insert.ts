import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Row } from '../data/entity';
import { useProgress } from './use-progress';
import { rowsKey, useStudio } from './studio';

/**
 * Inserts records of an entity of the service, such as decisions.
 * @param changed entities whose rows the insert makes old
 * @param onDone called before these rows are read again
 */
export function useInsert(entityName: string, changed: readonly string[], onDone: (values: Row) => void) {
  const { writes } = useStudio();
  const queries = useQueryClient();
  const progress = useProgress();
  const mutation = useMutation({
    mutationFn: (values: Row) => {
      const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
      const body = { EntityName: entityName, Fields };
      return writes.send<Row>('/records/insert', { method: 'POST', body, ...progress.follow });
    },
    onMutate: progress.begin,
    onSettled: progress.end,
    onSuccess: async (_, values) => {
      onDone(values);
      await Promise.all([entityName, ...changed].map((name) => queries.invalidateQueries({ queryKey: rowsKey(name) })));
    },
  });
  return { ...mutation, progress: progress.text };
}
