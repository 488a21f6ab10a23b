import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../data/refusal';
import { rowsKey, useStudio } from '../../queries/studio';
import { useProgress } from '../../queries/use-progress';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';
import { deleteStep, type Stored } from './steps';

/** Takes the role from all users who have it: a role with members cannot be deleted. */
const memberships = (roleId: string) => ({
  Operation: 'Delete',
  EntityName: 'UserRole',
  WhereClause: { Filters: [{ FieldName: 'RoleId', Operator: 'EqualTo', Value: roleId }] },
});

/** Asks before a role is deleted, and says how many people have it. */
export function DeleteRole(props: {
  readonly role: Stored & { readonly name: string };
  readonly members: number;
  readonly onClose: () => void;
}) {
  const { role, members, onClose } = props;
  const { writes } = useStudio();
  const queries = useQueryClient();
  const progress = useProgress();
  const remove = useMutation({
    mutationFn: () =>
      writes.send('/records/batch', {
        method: 'POST',
        body: { Mode: 'Atomic', Steps: [memberships(role.rowId), deleteStep('Role', role)] },
        ...progress.follow,
      }),
    onMutate: progress.begin,
    onSettled: progress.end,
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
      <span role="status">{progress.text}</span>
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('delete')}
        </Button>
      </Actions>
    </Dialog>
  );
}
