import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EntitySummary, labelOf, type Scope } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Diff, type Difference } from '../../ui/diff';
import { Actions, Dialog } from '../../ui/dialog';
import { Section } from '../../ui/page';
import { scopeText } from '../../ui/scope-picker';
import { Loading, Refused } from '../../ui/states';
import { AccessChanges } from './access-changes';
import { type CloneDifference, type Cloned, cloneSteps, partsOf } from './clone';
import type { Far } from './links';
import { Picker } from './picker';
import { type AccessPreviewAnswer, isNothing } from './preview';
import type { StoredRole } from './role-draft';
import { useReadAccessAgain } from './use-steps';

/** Gives a role what another one has; shows first what that changes. */
export function CloneDialog({ target, onClose }: { readonly target: StoredRole; readonly onClose: () => void }) {
  const [source, setSource] = useState<Far>();
  const { dryRun, clone } = useClone(source?.id, target.rowId, onClose);
  const preview = useClonePreview(dryRun.data, target.rowId);
  const refused = clone.error ?? dryRun.error ?? preview.error;
  const { entities } = useStudio();
  const differences = differencesOf(entities, dryRun.data);
  const isWorthwhile = differences !== undefined && differences.length > 0;
  const isCounting = preview.isLoading;
  return (
    <Dialog title={t('access.cloneInto', { name: target.name })} isOpen isWide onClose={onClose}>
      <p>{t('access.cloneHelp')}</p>
      <Picker kind="Role" label={t('access.cloneFrom')} value={source} onChange={setSource} />
      {refused instanceof Refusal && (
        <Refused refusal={refused}>
          <WhyRefused refusal={refused} entity={{ EntityName: 'RoleAccess' }} operation="Update" />
        </Refused>
      )}
      {source !== undefined && (dryRun.isPending || isCounting) && <Loading lines={3} />}
      {preview.data !== undefined && <ClonePreview answer={preview.data} />}
      {differences !== undefined && <Differences differences={differences} />}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={!isWorthwhile || isCounting}
          isPending={clone.isPending}
          onPress={() => clone.send()}
        >
          {t('access.clone')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** Shows who would gain and lose what by the clone. */
function ClonePreview({ answer }: { readonly answer: AccessPreviewAnswer }) {
  return (
    <Section title={t('access.previewTitle')}>
      <p>{t(isNothing(answer.Result) ? 'access.previewNothing' : 'access.clonePreview')}</p>
      <AccessChanges preview={answer.Result} isTruncated={answer.Truncated === true} />
    </Section>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>{t('access.cloneNothing')}</p>;
  return <Diff label={t('access.cloneDiff')} differences={differences} />;
}

const differencesOf = (
  entities: readonly EntitySummary[],
  cloned: Cloned | undefined,
): readonly Difference[] | undefined =>
  cloned?.Diff.map((each) => differenceText(entities, each)).filter(({ from, to }) => from !== to);

/** A difference in words; rows that give nothing are as good as none. */
function differenceText(entities: readonly EntitySummary[], { Kind, Name, From, To }: CloneDifference): Difference {
  const entity = entities.find(({ EntityName }) => EntityName === Name);
  const label = entity === undefined ? Name : labelOf(entity);
  return {
    name: Kind === 'Permission' ? t('access.permissionNamed', { name: Name }) : label,
    from: valueText(From),
    to: valueText(To),
  };
}

/** Scopes that give something, such as "Read All, Update Own". */
function valueText(value: CloneDifference['From']): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return partsOf(value)
    .map(([part, scope]) =>
      part === 'WritableFields'
        ? t('access.fieldsNamed', { names: scope })
        : `${t(`access.operation.${part as 'Read'}`)} ${scopeText(scope as Scope)}`,
    )
    .join(', ');
}

/** Previews for users what the dry run would change; asks nothing where it changes nothing. */
function useClonePreview(cloned: Cloned | undefined, targetId: string) {
  const { service } = useStudio();
  const Changes = cloned === undefined ? [] : cloneSteps(cloned, targetId);
  return useQuery({
    queryKey: ['access', 'clone', Changes],
    queryFn: ({ signal }): Promise<AccessPreviewAnswer> =>
      service.call('/access/preview', { method: 'POST', body: { Changes }, signal }),
    enabled: Changes.length > 0,
    staleTime: 0,
  });
}

function useClone(sourceId: string | undefined, targetId: string, onDone: () => void) {
  const { service } = useStudio();
  const readAgain = useReadAccessAgain();
  const body = { SourceRoleId: sourceId, TargetRoleId: targetId };
  const dryRun = useQuery({
    queryKey: ['rows', 'RoleAccess', 'clone', sourceId, targetId],
    queryFn: async ({ signal }) =>
      (await service.call<Cloned>('/access/clone-role', { method: 'POST', body: { ...body, DryRun: true }, signal }))
        .Result,
    enabled: sourceId !== undefined,
    staleTime: 0,
  });
  const clone = useWrite({
    write: ({ send }) => send('/access/clone-role', { method: 'POST', body }),
    onDone: async () => {
      await readAgain();
      onDone();
    },
  });
  return { dryRun, clone };
}
