import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Refusal } from '../../data/refusal';
import { rowsKey, useStudio } from '../../queries/studio';
import { useProgress } from '../../queries/use-progress';
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
  const { error } = make;
  return (
    <Dialog title={t('access.newRole')} isOpen onClose={onClose}>
      {error instanceof Refusal && <Refused refusal={error} />}
      <TextBox label={t('access.name')} isRequired autoFocus value={name} onChange={setName} />
      <TextBox label={t('access.description')} value={description} onChange={setDescription} />
      <Picker kind="Role" label={t('access.cloneFromOptional')} value={source} onChange={setSource} />
      <span role="status">{make.progress}</span>
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={name.trim() === ''}
          isPending={make.isPending}
          onPress={() => make.mutate({ name, description, sourceId: source?.id })}
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
  const { writes, service } = useStudio();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const progress = useProgress();
  const made = useRef<{ readonly name: string; readonly id: string }>(undefined);
  const insert = async ({ name, description }: NewRoleValues): Promise<string> => {
    if (made.current?.name === name) return made.current.id;
    const Fields = [
      { FieldName: 'Name', Value: name },
      ...(description === '' ? [] : [{ FieldName: 'Description', Value: description }]),
    ];
    const answer = await writes.send<string>('/records/insert', {
      method: 'POST',
      body: { EntityName: 'Role', Fields },
      headers: { Prefer: 'return=id' },
      ...progress.follow,
    });
    made.current = { name, id: answer.Result };
    return answer.Result;
  };
  const mutation = useMutation({
    mutationFn: async (values: NewRoleValues) => {
      const id = await insert(values);
      const body = { SourceRoleId: values.sourceId, TargetRoleId: id };
      if (values.sourceId !== undefined)
        await writes.send('/access/clone-role', { method: 'POST', body, ...progress.follow });
      return id;
    },
    onMutate: progress.begin,
    onSettled: () => {
      progress.end();
      return queries.invalidateQueries({ queryKey: rowsKey('Role') });
    },
    onSuccess: (role) =>
      navigate({ to: '/$tenant/$app/$environment/access/roles/$role', params: { ...service.environment!, role } }),
  });
  return { ...mutation, progress: progress.text };
}
