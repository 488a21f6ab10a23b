import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../data/refusal';
import { rowsKey, useStudio } from '../../data/studio';
import { byId } from '../../data/where';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';
import type { Stored } from './steps';

/** Asks before a role is deleted, and says how many people have it. */
export function DeleteRole(props: {
  readonly role: Stored & { readonly name: string };
  readonly members: number;
  readonly onClose: () => void;
}) {
  const { role, members, onClose } = props;
  const { writes } = useStudio();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      writes.send('/records/delete', {
        method: 'DELETE',
        body: { EntityName: 'Role', WhereClause: byId(role.rowId) },
        headers: { 'If-Match': `"${String(role.version)}"` },
      }),
    onSuccess: async () => {
      await Promise.all(['Role', 'UserRole'].map((name) => queries.invalidateQueries({ queryKey: rowsKey(name) })));
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: rowsKey('Role') }),
  });
  return (
    <Dialog title={t('deleteOne', { text: role.name })} isOpen onClose={onClose}>
      <p>{t('access.deleteRole', { count: members })}</p>
      {remove.error instanceof Refusal && <Refused refusal={remove.error} />}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          {t('delete')}
        </Button>
      </Actions>
    </Dialog>
  );
}
