import { useReadAgain } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { WhyRefused } from '../../fields/explain-link';
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
  const readAgain = useReadAgain();
  const remove = useWrite({
    write: ({ send }) =>
      send('/records/batch', {
        method: 'POST',
        body: { Mode: 'Atomic', Steps: [memberships(role.rowId), deleteStep('Role', role)] },
      }),
    onDone: async () => {
      await readAgain(['Role', 'UserRole']);
      onClose();
    },
    onFailed: () => readAgain(['Role']),
  });
  return (
    <Dialog title={t('deleteOne', { text: role.name })} isOpen onClose={onClose}>
      <p>{t('access.deleteRole', { count: members })}</p>
      {remove.refusal !== undefined && (
        <Refused refusal={remove.refusal}>
          <WhyRefused refusal={remove.refusal} entity={{ EntityName: 'Role' }} operation="Delete" />
        </Refused>
      )}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.send()}>
          {t('delete')}
        </Button>
      </Actions>
    </Dialog>
  );
}
