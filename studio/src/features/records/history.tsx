import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Entity, Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { rowsKey, useLive, useStudio } from '../../queries/studio';
import { type WantedText, useLookupTexts } from '../../fields/lookup-texts';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Empty, Loading, Refused } from '../../ui/states';
import { Timeline } from '../../ui/timeline';
import { EntryContent, EntryTitle } from './history-entry';
import type { HistoryEntry } from './history-types';

/** History of a record, the latest first. */
export function History({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const history = useHistory(entity, row);
  const entries = history.data?.pages.flatMap(({ Result }) => Result) ?? [];
  const texts = useLookupTexts(entity, wantedTexts(entity, entries));
  if (history.isPending) return <Loading />;
  if (history.error instanceof Refusal) return <Refused refusal={history.error} retry={() => void history.refetch()} />;
  if (entries.length === 0) return <Empty text={t('history.none')} />;
  return (
    <>
      <Timeline
        label={t('history')}
        entries={entries.map((entry, i) => ({
          id: `${entry.CorrelationId}/${entries.length - i}`,
          at: entry.ChangedOn,
          title: <EntryTitle entity={entity} entry={entry} />,
          content: (
            <>
              <EntryContent entity={entity} entry={entry} texts={texts} />
              <VersionLink entry={entry} current={row.RowVersion} />
            </>
          ),
        }))}
      />
      {history.hasNextPage && (
        <Button isDisabled={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </>
  );
}

/** Pages of the history, which changes and approvals of the record make old. */
function useHistory(entity: Entity, row: Row) {
  const { service } = useStudio();
  useLive(entity.EntityName);
  const path = `/records/${encodeURIComponent(entity.EntityName)}/${String(row.Id)}/history`;
  return useInfiniteQuery({
    queryKey: rowsKey(entity.EntityName, 'history', row.Id),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      service.call<readonly HistoryEntry[]>(
        pageParam === '' ? path : `${path}?${new URLSearchParams({ cursor: pageParam }).toString()}`,
        { signal },
      ),
    getNextPageParam: ({ NextCursor }) => NextCursor ?? undefined,
  });
}

const wantedTexts = (entity: Entity, entries: readonly HistoryEntry[]): readonly WantedText[] =>
  entries
    .flatMap(({ Changes }) => Changes ?? [])
    .flatMap(({ FieldName, Old, New }) => {
      const field = entity.Fields.find((each) => each.FieldName === FieldName);
      if (field === undefined) return [];
      return [
        { field, value: Old },
        { field, value: New },
      ];
    });

/** Way to the record as an entry has left it. */
function VersionLink({ entry, current }: { readonly entry: HistoryEntry; readonly current: unknown }) {
  const { RowVersion } = entry;
  if (RowVersion === null || RowVersion === current || entry.Operation === 'Delete') return undefined;
  return (
    <Link
      from="/$tenant/$app/$environment/records/$entity/$id"
      to="."
      search={(before) => ({ ...before, at: RowVersion })}
    >
      {t('asItWas', { version: RowVersion })}
    </Link>
  );
}
