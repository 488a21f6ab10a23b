import type { Row } from '../data/entity';
import { useReadAgain } from './studio';
import { useWrite } from './use-write';

/**
 * Inserts records of an entity of the service, such as decisions.
 * @param changed entities whose rows the insert makes old
 * @param onDone called before these rows are read again
 * @param onFailed called when an insert has failed
 */
export function useInsert(
  entityName: string,
  changed: readonly string[],
  onDone: (values: Row) => void,
  onFailed?: (error: unknown) => unknown,
) {
  const readAgain = useReadAgain();
  return useWrite({
    write: ({ send }, values: Row) => {
      const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
      return send<Row>('/records/insert', { method: 'POST', body: { EntityName: entityName, Fields } });
    },
    onDone: (_, values) => {
      onDone(values);
      return readAgain([entityName, ...changed]);
    },
    onFailed,
  });
}
