import { byId } from '../../data/where';
import { useReadAgain } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Banner, Refused } from '../../ui/states';
import type { Listing } from './list-search';

/** Offers to bring back the record that has just been deleted, where the caller may restore it. */
export function UndoDelete({ entity, search, set }: Listing) {
  const readAgain = useReadAgain();
  const restore = useWrite({
    write: ({ send }) =>
      send('/records/restore', {
        method: 'POST',
        body: { EntityName: entity.EntityName, WhereClause: byId(search.undo) },
      }),
    onDone: async () => {
      await readAgain([entity.EntityName]);
      set({ undo: undefined });
    },
  });
  if (search.undo === undefined) return undefined;
  return (
    <Banner look="success" title={t('deleted')}>
      <Line>
        <Button isPending={restore.isPending} onPress={() => restore.send()}>
          {t('undo')}
        </Button>
        <Button look="quiet" onPress={() => set({ undo: undefined })}>
          {t('close')}
        </Button>
        <span>{restore.progress}</span>
      </Line>
      {restore.refusal !== undefined && <Refused refusal={restore.refusal} />}
    </Banner>
  );
}
