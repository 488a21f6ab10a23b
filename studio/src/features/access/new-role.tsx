import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useReadAgain, useStudio } from '../../queries/studio';
import { type Sender, useWrite } from '../../queries/use-write';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';
import type { Far } from './links';
import { Picker } from './picker';

/** Makes a role, empty or with what another one gives. */
export function NewRole({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [source, setSource] = useState<Far>();
  const make = useNewRole();
  return (
    <Dialog title={t('access.newRole')} isOpen onClose={onClose}>
      {make.refusal !== undefined && (
        <Refused refusal={make.refusal}>
          <WhyRefused refusal={make.refusal} entity={{ EntityName: 'Role' }} operation="Create" />
        </Refused>
      )}
      <TextBox label={t('access.name')} isRequired autoFocus value={name} onChange={setName} />
      <TextBox label={t('access.description')} value={description} onChange={setDescription} />
      <Picker kind="Role" label={t('access.cloneFromOptional')} value={source} onChange={setSource} />
      {source !== undefined && <p>{t('access.newRoleMembers')}</p>}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={name.trim() === ''}
          isPending={make.isPending}
          onPress={() => make.send({ name, description, sourceId: source?.id })}
        >
          {t('access.make')}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface NewRoleValues {
  readonly name: string;
  readonly description: string;
  readonly sourceId: string | undefined;
}

/** Inserts a role and clones into it. Where the clone is refused, trying again goes on with the role that is there. */
function useNewRole() {
  const { service } = useStudio();
  const readAgain = useReadAgain();
  const navigate = useNavigate();
  const made = useRef<{ readonly name: string; readonly id: string }>(undefined);
  const insert = async ({ send }: Sender, { name, description }: NewRoleValues): Promise<string> => {
    if (made.current?.name === name) return made.current.id;
    const Fields = [
      { FieldName: 'Name', Value: name },
      ...(description === '' ? [] : [{ FieldName: 'Description', Value: description }]),
    ];
    const answer = await send<string>('/records/insert', {
      method: 'POST',
      body: { EntityName: 'Role', Fields },
      headers: { Prefer: 'return=id' },
    });
    made.current = { name, id: answer.Result };
    return answer.Result;
  };
  return useWrite({
    write: async (sender, values: NewRoleValues) => {
      const id = await insert(sender, values);
      const body = { SourceRoleId: values.sourceId, TargetRoleId: id };
      if (values.sourceId !== undefined) await sender.send('/access/clone-role', { method: 'POST', body });
      return id;
    },
    onDone: async (role) => {
      await navigate({
        to: '/$tenant/$app/$environment/access/roles/$role',
        params: { ...service.environment!, role },
      });
      await readAgain(['Role']);
    },
    onFailed: () => readAgain(['Role']),
  });
}
