import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../data/refusal';
import { byId } from '../../data/where';
import { useProgress } from '../../queries/use-progress';
import { rowsKey, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Banner, Refused } from '../../ui/states';
import type { Listing } from './list-search';

/** Offers to bring back the record that has just been deleted, where the caller may restore it. */
export function UndoDelete({ entity, search, set }: Listing) {
  const { writes } = useStudio();
  const queries = useQueryClient();
  const progress = useProgress();
  const restore = useMutation({
    mutationFn: () =>
      writes.send('/records/restore', {
        method: 'POST',
        body: { EntityName: entity.EntityName, WhereClause: byId(search.undo) },
        ...progress.follow,
      }),
    onMutate: progress.begin,
    onSettled: progress.end,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: rowsKey(entity.EntityName) });
      set({ undo: undefined });
    },
  });
  if (search.undo === undefined) return undefined;
  return (
    <Banner look="success" title={t('deleted')}>
      <Line>
        <Button isPending={restore.isPending} onPress={() => restore.mutate()}>
          {t('undo')}
        </Button>
        <Button look="quiet" onPress={() => set({ undo: undefined })}>
          {t('close')}
        </Button>
        <span>{progress.text}</span>
      </Line>
      {restore.error instanceof Refusal && <Refused refusal={restore.error} />}
    </Banner>
  );
}
