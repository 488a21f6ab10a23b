import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { displayText, type Entity, fieldNamed, type Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../data/studio';
import { useProgress } from '../../data/use-progress';
import { LookupEditor } from '../../fields/lookup-editor';
import { sentValue } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Line } from '../../ui/page';
import { Banner, Refused } from '../../ui/states';
import { BulkMove } from './bulk-move';
import { saveCsv } from './save-csv';

interface Props {
  readonly entity: Entity;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onDone: () => void;
  /** True in the recycle bin. */
  readonly isBin: boolean;
}

/** What can be done with the selected records of a list. */
export function BulkBar({ entity, selected, onDone, isBin }: Props) {
  const { service, writes } = useStudio();
  const [asked, setAsked] = useState<'delete' | 'owner' | 'move'>();
  const rows = [...selected.values()];
  const where = { Filters: [{ FieldName: 'Id', Operator: 'IN', Value: [...selected.keys()] }] };
  const progress = useProgress();
  const act = useMutation({
    mutationFn: ({ path, method, more }: { path: string; method: 'POST' | 'PUT' | 'DELETE'; more?: object }) =>
      writes.send(path, {
        method,
        body: { EntityName: entity.EntityName, WhereClause: where, ...more },
        ...progress.follow,
      }),
    onSettled: progress.end,
    onSuccess: () => {
      setAsked(undefined);
      onDone();
    },
  });
  if (selected.size === 0) return undefined;
  const owner = fieldNamed(entity, 'OwnerId');
  return (
    <Banner look="info" title={t('selected', { count: selected.size })}>
      <Line>
        {isBin ? (
          <Button onPress={() => act.mutate({ path: '/records/restore', method: 'POST' })}>{t('restore')}</Button>
        ) : (
          <>
            {entity.Lifecycle !== undefined && entity.Update !== 'None' && (
              <Button onPress={() => setAsked('move')}>{t('moveSelected')}</Button>
            )}
            {owner?.CanUpdate === true && <Button onPress={() => setAsked('owner')}>{t('changeOwner')}</Button>}
            {entity.Delete !== 'None' && (
              <Button look="danger" onPress={() => setAsked('delete')}>
                {t('delete')}
              </Button>
            )}
          </>
        )}
        <Button onPress={() => saveCsv(entity, rows)}>{t('saveCsv')}</Button>
        <Button look="quiet" onPress={onDone}>
          {t('clearSelection')}
        </Button>
      </Line>
      <span role="status">{progress.text}</span>
      {act.error instanceof Refusal && <Refused refusal={act.error} />}
      <Dialog
        title={t('deleteSelected', { count: selected.size })}
        isOpen={asked === 'delete'}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {rows
            .slice(0, 10)
            .map((row) => displayText(entity, row))
            .join(', ')}
        </p>
        <Actions>
          <Button onPress={() => setAsked(undefined)}>{t('cancel')}</Button>
          <Button
            look="danger"
            isDisabled={act.isPending}
            onPress={() => act.mutate({ path: '/records/delete', method: 'DELETE' })}
          >
            {t('delete')}
          </Button>
        </Actions>
      </Dialog>
      {asked === 'owner' && owner !== undefined && (
        <OwnerDialog
          entity={entity}
          isPending={act.isPending}
          onClose={() => setAsked(undefined)}
          onChoose={(value) =>
            act.mutate({
              path: '/records/update',
              method: 'PUT',
              more: { Fields: [{ FieldName: 'OwnerId', Value: value }] },
            })
          }
        />
      )}
      {asked === 'move' && (
        <BulkMove entity={entity} rows={rows} service={service} onClose={() => setAsked(undefined)} />
      )}
    </Banner>
  );
}

function OwnerDialog(props: {
  readonly entity: Entity;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onChoose: (id: unknown) => void;
}) {
  const { entity, isPending, onClose, onChoose } = props;
  const [owner, setOwner] = useState<unknown>(null);
  const field = fieldNamed(entity, 'OwnerId')!;
  return (
    <Dialog title={t('changeOwner')} isOpen onClose={onClose}>
      <LookupEditor entityName={entity.EntityName} field={field} value={owner} onChange={setOwner} />
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={isPending || owner === null}
          onPress={() => onChoose(sentValue(field, owner))}
        >
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}
