import { type ReactNode, useState } from 'react';
import { t } from '../../text/text';
import { placeOfEnvironment, useStudio } from '../../queries/studio';
import { Button } from '../../ui/button';
import { Page as Screen } from '../../ui/page';
import { Banner } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { CloneDialog } from './clone-dialog';
import { LinksList } from './links-list';
import { countRoleChanges, EMPTY_ROLE_DRAFT, isSameRole, rebaseRole, roleSteps, type StoredRole } from './role-draft';
import { RoleMatrix } from './role-matrix';
import { RolePermissions } from './role-permissions';
import { RoleTexts } from './role-texts';
import { StepsBar } from './steps-bar';
import { useEdits } from '../../queries/use-edits';
import type { RoleEdits } from './edits';
import { useSteps } from './use-steps';

interface Props {
  readonly stored: StoredRole;
  readonly above: ReactNode;
  readonly mark: ReactNode;
  /** The address: tab, and id of the role to compare with. */
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** A role that is there, with the changes that wait to be saved. */
export function RoleScreen({ stored, above, mark, search, set }: Props) {
  const place = `access/${placeOfEnvironment(useStudio())}/Role/${stored.rowId}`;
  const edits = useEdits(place, stored, { empty: EMPTY_ROLE_DRAFT, count: countRoleChanges });
  const saving = useSteps(roleSteps(edits.draft, edits.base), edits.reset);
  const [isCloning, setCloning] = useState(false);
  return (
    <Screen
      title={stored.name}
      above={above}
      mark={mark}
      actions={
        !stored.isSystem && (
          <Button isDisabled={edits.isChanged} onPress={() => setCloning(true)}>
            {t('access.clone')}
          </Button>
        )
      }
    >
      {stored.isSystem ? (
        <Banner look="info">{t('access.systemHelp')}</Banner>
      ) : (
        <RoleTexts edits={edits} saving={saving} />
      )}
      <RoleParts edits={edits} search={search} set={set} />
      <StepsBar count={countRoleChanges(edits.draft)} saving={saving} onDiscard={edits.reset}>
        <ChangedMeanwhile edits={edits} stored={stored} />
      </StepsBar>
      {isCloning && <CloneDialog target={stored} onClose={() => setCloning(false)} />}
    </Screen>
  );
}

/** Entities, permissions and members. */
function RoleParts({ edits, search, set }: Pick<Props, 'search' | 'set'> & { readonly edits: RoleEdits }) {
  const { base } = edits;
  const setCompare = (compare: string | undefined): void => set({ compare });
  return (
    <Tabs
      label={t('access.partsOfRole')}
      selected={search.tab ?? (base.isSystem ? 'members' : 'access')}
      onSelect={(tab) => set({ tab })}
      tabs={[
        {
          id: 'access',
          text: t('access.entities'),
          content: () => <RoleMatrix edits={edits} compare={search.compare} setCompare={setCompare} />,
        },
        {
          id: 'permissions',
          text: t('access.permissions'),
          content: () => <RolePermissions edits={edits} compare={search.compare} />,
        },
        {
          id: 'members',
          text: t('access.members', { count: base.members.length }),
          content: () => <RoleMembers edits={edits} />,
        },
      ]}
    />
  );
}

function RoleMembers({ edits: { draft, base, edit } }: { readonly edits: RoleEdits }) {
  return (
    <LinksList
      kind="User"
      addLabel={t('access.addMember')}
      empty={t('access.noMembers')}
      stored={base.members}
      draft={draft.members}
      onChange={(members) => edit((before) => ({ ...before, members }))}
    />
  );
}

/** Says that another user has changed the role, and goes on from what is stored by now. */
function ChangedMeanwhile({ edits, stored }: { readonly edits: RoleEdits; readonly stored: StoredRole }) {
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const isStale = edits.isChanged && !isSameRole(edits.base, stored);
  const goOn = (): void => {
    const rebased = rebaseRole(edits.draft, edits.base, stored);
    setDropped(rebased.dropped);
    edits.replace(rebased.draft, stored);
  };
  if (isStale)
    return (
      <Banner look="warning">
        <p>{t('access.changedMeanwhile')}</p>
        <div>
          <Button onPress={goOn}>{t('access.goOn')}</Button>
        </div>
      </Banner>
    );
  if (dropped.length === 0) return undefined;
  return <Banner look="warning">{t('access.dropped', { places: dropped.join(', ') })}</Banner>;
}
