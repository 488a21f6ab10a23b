import { type ReactNode, useState } from 'react';
import { displayText, type Entity, type Field, fieldNamed, type Row } from '../../data/entity';
import type { WhereClause } from '../../data/where';
import { useReadAgain } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { LookupEditor } from '../../fields/lookup-editor';
import { sentValue } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Line } from '../../ui/page';
import { Banner } from '../../ui/states';
import { BulkMove } from './bulk-move';
import { saveCsv } from './save-csv';
import { WriteState } from './write-state';

interface Props {
  readonly entity: Entity;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onDone: () => void;
  /** True in the recycle bin. */
  readonly isBin: boolean;
}

type Asked = 'delete' | 'owner' | 'move';

/** Actions on the selected records of a list. */
export function BulkBar({ entity, selected, onDone, isBin }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const rows = [...selected.values()];
  const where = { Filters: [{ FieldName: 'Id', Operator: 'IN', Value: [...selected.keys()] }] };
  const act = useBulkWrite(entity.EntityName, where, () => {
    setAsked(undefined);
    onDone();
  });
  const ask = (what: Asked): void => {
    act.reset();
    setAsked(what);
  };
  const state = <WriteState write={act} />;
  if (selected.size === 0) return undefined;
  const owner = fieldNamed(entity, 'OwnerId');
  return (
    <Banner look="info" title={t('selected', { count: selected.size })}>
      <Line>
        {isBin && (
          <Button isPending={act.isPending} onPress={() => act.send({ path: '/records/restore', method: 'POST' })}>
            {t('restore')}
          </Button>
        )}
        {!isBin && <Changes entity={entity} owner={owner} onAsk={ask} />}
        <Button onPress={() => saveCsv(entity, rows)}>{t('saveCsv')}</Button>
        <Button look="quiet" onPress={onDone}>
          {t('clearSelection')}
        </Button>
      </Line>
      {asked === undefined && state}
      {asked === 'delete' && (
        <DeleteDialog
          names={rows.map((row) => displayText(entity, row))}
          isPending={act.isPending}
          onClose={() => setAsked(undefined)}
          onDelete={() => act.send({ path: '/records/delete', method: 'DELETE' })}
        >
          {state}
        </DeleteDialog>
      )}
      {asked === 'owner' && owner !== undefined && (
        <OwnerDialog
          entity={entity}
          isPending={act.isPending}
          onClose={() => setAsked(undefined)}
          onChoose={(value) =>
            act.send({
              path: '/records/update',
              method: 'PUT',
              more: { Fields: [{ FieldName: 'OwnerId', Value: value }] },
            })
          }
        >
          {state}
        </OwnerDialog>
      )}
      {asked === 'move' && <BulkMove entity={entity} rows={rows} onClose={() => setAsked(undefined)} />}
    </Banner>
  );
}

/** A write of several records at once. */
interface BulkWrite {
  readonly path: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly more?: object;
}

/** Writes all records of a where-clause. */
function useBulkWrite(EntityName: string, WhereClause: WhereClause, onDone: () => void) {
  const readAgain = useReadAgain();
  return useWrite({
    write: ({ send }, { path, method, more }: BulkWrite) =>
      send(path, { method, body: { EntityName, WhereClause, ...more } }),
    onDone: async () => {
      await readAgain([EntityName]);
      onDone();
    },
  });
}

/** Changes of the selected records that the caller may ask for. */
function Changes(props: {
  readonly entity: Entity;
  readonly owner: Field | undefined;
  readonly onAsk: (what: Asked) => void;
}) {
  const { entity, owner, onAsk } = props;
  return (
    <>
      {entity.Lifecycle !== undefined && entity.Update !== 'None' && (
        <Button onPress={() => onAsk('move')}>{t('moveSelected')}</Button>
      )}
      {owner?.CanUpdate === true && <Button onPress={() => onAsk('owner')}>{t('changeOwner')}</Button>}
      {entity.Delete !== 'None' && (
        <Button look="danger" onPress={() => onAsk('delete')}>
          {t('delete')}
        </Button>
      )}
    </>
  );
}

/** Names that a question lists. */
const NAMES = 10;

function DeleteDialog(props: {
  readonly names: readonly string[];
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
  /** Progress or refusal. */
  readonly children: ReactNode;
}) {
  const { names, isPending, onClose, onDelete, children } = props;
  return (
    <Dialog title={t('deleteSelected', { count: names.length })} isOpen onClose={onClose}>
      <p>
        {names.slice(0, NAMES).join(', ')}
        {names.length > NAMES && ' …'}
      </p>
      {children}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="danger" isPending={isPending} onPress={onDelete}>
          {t('delete')}
        </Button>
      </Actions>
    </Dialog>
  );
}

function OwnerDialog(props: {
  readonly entity: Entity;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onChoose: (id: unknown) => void;
  /** Progress or refusal. */
  readonly children: ReactNode;
}) {
  const { entity, isPending, onClose, onChoose, children } = props;
  const [owner, setOwner] = useState<unknown>(null);
  const field = fieldNamed(entity, 'OwnerId')!;
  return (
    <Dialog title={t('changeOwner')} isOpen onClose={onClose}>
      <LookupEditor entityName={entity.EntityName} field={field} value={owner} onChange={setOwner} />
      {children}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={owner === null}
          isPending={isPending}
          onPress={() => onChoose(sentValue(field, owner))}
        >
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}
