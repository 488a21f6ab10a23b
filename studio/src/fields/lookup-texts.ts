import { useQueries } from '@tanstack/react-query';
import { type Entity, type Field, lookedUp } from '../data/entity';
import { rowsKey, useStudio } from '../queries/studio';

/** Ids of one request. */
const IDS = 100;

/** A value of a lookup whose text is asked for. */
export interface WantedText {
  readonly field: Field;
  readonly value: unknown;
}

interface Listed {
  readonly Value: string;
  readonly Text: string;
}

/**
 * Texts of lookups that are known by their ids alone, such as those of the audit log.
 * @returns text by id; ids of records that the caller may not see are absent
 */
export function useLookupTexts(entity: Entity, wanted: readonly WantedText[]): ReadonlyMap<string, string> {
  const { service } = useStudio();
  const answers = useQueries({
    queries: [...idsByField(wanted)].map(([field, ids]) => {
      const query = new URLSearchParams({
        entityName: entity.EntityName,
        fieldName: field.FieldName,
        ids: ids.join(','),
        pageSize: String(IDS),
      });
      return {
        queryKey: rowsKey(field.Target ?? '', 'texts', query.toString()),
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (await service.call<readonly Listed[]>(`/lists/get?${query.toString()}`, { signal })).Result,
      };
    }),
  });
  return new Map(answers.flatMap(({ data = [] }) => data.map(({ Value, Text }) => [Value, Text] as const)));
}

function idsByField(wanted: readonly WantedText[]): ReadonlyMap<Field, readonly string[]> {
  const ids = new Map<Field, Set<string>>();
  for (const { field, value } of wanted) {
    const id = field.FieldType === 'Lookup' ? lookedUp(value)?.id : undefined;
    if (id === undefined) continue;
    const known = ids.get(field) ?? new Set<string>();
    ids.set(field, known.add(id));
  }
  return new Map([...ids].map(([field, known]) => [field, [...known].toSorted().slice(0, IDS)]));
}

/** A value with its text where it is a lookup, as a query loads it. */
export function withText(field: Field, value: unknown, texts: ReadonlyMap<string, string>): unknown {
  const id = field.FieldType === 'Lookup' ? lookedUp(value)?.id : undefined;
  return id === undefined ? value : { Id: id, Text: texts.get(id) ?? id };
}
