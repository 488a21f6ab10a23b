import type { ReactNode } from 'react';
import { placeOfEnvironment, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Tick } from '../../ui/choice';
import { Columns, Page as Screen } from '../../ui/page';
import { Pill } from '../../ui/pill';
import { Banner } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { EffectiveAccess } from './effective-access';
import { LinksList } from './links-list';
import { Picker } from './picker';
import { StepsBar } from './steps-bar';
import { useEdits } from '../../queries/use-edits';
import type { UserEdits } from './edits';
import {
  countUserChanges,
  EMPTY_USER_DRAFT,
  isSameUser,
  rebaseUser,
  setUserFields,
  type StoredUser,
  type UserFields,
  userSteps,
} from './user-draft';
import { UserTeams } from './user-teams';

/** A user who is there, with the changes that wait to be saved. */
export function UserScreen(props: {
  readonly stored: StoredUser;
  readonly above: ReactNode;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}) {
  const { stored, above, tab, onTab } = props;
  const place = `access/${placeOfEnvironment(useStudio())}/User/${stored.rowId}`;
  const edits = useEdits(place, stored, { empty: EMPTY_USER_DRAFT, count: countUserChanges });
  const { draft, base } = edits;
  return (
    <Screen
      title={stored.name}
      above={above}
      mark={<Pill text={t(stored.isActive ? 'access.active' : 'access.inactive')} />}
    >
      <p>{[stored.userName, stored.email].filter((each) => each !== '').join(' · ')}</p>
      <UserForm edits={edits} />
      <UserParts edits={edits} tab={tab} onTab={onTab} />
      <StepsBar
        count={countUserChanges(draft)}
        steps={userSteps(draft, base)}
        onSaved={edits.reset}
        onDiscard={edits.reset}
      >
        <ChangedMeanwhile edits={edits} stored={stored} />
      </StepsBar>
    </Screen>
  );
}

function UserParts(props: { readonly edits: UserEdits; readonly tab: string; readonly onTab: (tab: string) => void }) {
  const { edits, tab, onTab } = props;
  const { rowId, name } = edits.base;
  return (
    <Tabs
      label={t('access.partsOfUser')}
      selected={tab}
      onSelect={onTab}
      tabs={[
        { id: 'roles', text: t('roles'), content: () => <UserRoles edits={edits} /> },
        { id: 'teams', text: t('access.teams'), content: () => <UserTeams edits={edits} /> },
        { id: 'access', text: t('access.effective'), content: () => <EffectiveAccess userId={rowId} name={name} /> },
      ]}
    />
  );
}

/** Manager and activity. */
function UserForm({ edits: { draft, base, edit } }: { readonly edits: UserEdits }) {
  const values: UserFields = { ...base, ...draft.fields };
  const set = (change: Partial<UserFields>): void => edit((before, stored) => setUserFields(before, stored, change));
  return (
    <Columns>
      <Picker
        kind="User"
        label={t('access.manager')}
        value={values.manager ?? undefined}
        onChange={(manager) => set({ manager: manager ?? null })}
      />
      <Tick label={t('access.isActive')} isSelected={values.isActive} onChange={(isActive) => set({ isActive })} />
    </Columns>
  );
}

function UserRoles({ edits: { draft, base, edit } }: { readonly edits: UserEdits }) {
  return (
    <LinksList
      kind="Role"
      addLabel={t('access.addRole')}
      empty={t('access.hasNoRoles')}
      stored={base.roles}
      draft={draft.roles}
      onChange={(roles) => edit((before) => ({ ...before, roles }))}
    />
  );
}

/** Says that another user has changed the user, and goes on from what is stored by now. */
function ChangedMeanwhile({ edits, stored }: { readonly edits: UserEdits; readonly stored: StoredUser }) {
  if (!edits.isChanged || isSameUser(edits.base, stored)) return undefined;
  return (
    <Banner look="warning">
      <p>{t('access.userChangedMeanwhile')}</p>
      <div>
        <Button onPress={() => edits.replace(rebaseUser(edits.draft, edits.base, stored), stored)}>
          {t('access.goOn')}
        </Button>
      </div>
    </Banner>
  );
}
