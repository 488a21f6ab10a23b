import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Row } from './entity';
import { rowsKey, useStudio } from './studio';

/**
 * Inserts records of an entity of the service, such as decisions.
 * @param changed entities whose rows the insert makes old
 * @param onDone called before these rows are read again
 */
export function useInsert(entityName: string, changed: readonly string[], onDone: (values: Row) => void) {
  const { writes } = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Row) => {
      const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
      return writes.send<Row>('/records/insert', { method: 'POST', body: { EntityName: entityName, Fields } });
    },
    onSuccess: async (_, values) => {
      onDone(values);
      await Promise.all([entityName, ...changed].map((name) => queries.invalidateQueries({ queryKey: rowsKey(name) })));
    },
  });
}
