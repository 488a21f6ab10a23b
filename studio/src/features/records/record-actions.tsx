import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { displayText, type Entity, labelOf, type Row } from '../../data/entity';
import { rowsKey, useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { byId } from '../../data/where';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Menu, type MenuAction } from '../../ui/menu';
import { ExplainLink } from '../../fields/explain-link';
import { WriteState } from './write-state';

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly isDeleted: boolean;
}

/** Actions on a record as a whole. */
export function RecordActions({ entity, row, isDeleted }: Props) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const params = { ...useStudio().service.environment!, entity: entity.EntityName };
  const change = useWholeWrite({ entity, row, isDeleted });
  const duplicate: MenuAction = {
    id: 'duplicate',
    text: t('duplicate'),
    run: () =>
      void navigate({
        to: '/$tenant/$app/$environment/records/$entity/new',
        params,
        search: { from: String(row.Id) },
      }),
  };
  const actions: readonly MenuAction[] = [
    ...(entity.Create === 'None' || isDeleted ? [] : [duplicate]),
    ...(entity.Delete === 'None' ? [] : [{ id: 'delete', text: t('delete'), run: () => setAsking(true) }]),
  ];
  const state = (
    <WriteState write={change}>
      <ExplainLink entity={entity} operation="Delete" recordId={row.RecordInformationId} />
    </WriteState>
  );
  if (isDeleted)
    return (
      <>
        <Button look="primary" isPending={change.isPending} onPress={() => change.send('restore')}>
          {t('restore')}
        </Button>
        {state}
      </>
    );
  return (
    <>
      {actions.length > 0 && (
        <Menu label={t('actionsOf', { entity: labelOf(entity) })} actions={actions}>
          {t('actions')} ▾
        </Menu>
      )}
      <Dialog
        title={t('deleteOne', { text: displayText(entity, row) })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <p>{t(entity.AllowSoftDelete === true ? 'delete.bin' : 'delete.final')}</p>
        {state}
        <Actions>
          <Button onPress={() => setAsking(false)}>{t('cancel')}</Button>
          <Button look="danger" isPending={change.isPending} onPress={() => change.send('delete')}>
            {t('delete')}
          </Button>
        </Actions>
      </Dialog>
    </>
  );
}

/** Deletes or restores the record under the version that is shown, and goes where it can be seen then. */
function useWholeWrite({ entity, row }: Props) {
  const { service } = useStudio();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { ...service.environment!, entity: entity.EntityName };
  return useWrite({
    write: async ({ send }, kind: 'delete' | 'restore') => {
      const body = { EntityName: entity.EntityName, WhereClause: byId(row.Id) };
      const headers = { 'If-Match': `"${String(row.RowVersion)}"` };
      await send(`/records/${kind}`, { method: kind === 'delete' ? 'DELETE' : 'POST', body, headers });
      return kind;
    },
    // A stale version is read again, so that the next try has the present one.
    onFailed: () => queries.invalidateQueries({ queryKey: rowsKey(entity.EntityName) }),
    onDone: async (kind) => {
      await queries.invalidateQueries({ queryKey: rowsKey(entity.EntityName), refetchType: 'none' });
      if (kind === 'delete')
        await navigate({
          to: '/$tenant/$app/$environment/records/$entity',
          params,
          search: { undo: String(row.Id) },
        });
      else
        await navigate({
          to: '/$tenant/$app/$environment/records/$entity/$id',
          params: { ...params, id: String(row.Id) },
          search: {},
        });
    },
  });
}
