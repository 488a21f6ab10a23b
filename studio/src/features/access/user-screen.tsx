import type { ReactNode } from 'react';
import { type Entity, mayRead, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { placeOfEnvironment, useEntity, useStudio } from '../../queries/studio';
import { useEdits } from '../../queries/use-edits';
import { useFaultText } from '../../fields/fault-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Page as Screen } from '../../ui/page';
import { Pill } from '../../ui/pill';
import { Tabs } from '../../ui/tabs';
import { LinkedBar } from './linked-bar';
import { EffectiveAccess } from './effective-access';
import type { UserEdits } from './edits';
import { LinkedForm } from './linked-form';
import {
  changeField,
  countLinkedChanges,
  EMPTY_LINKED_DRAFT,
  type LinkedDraft,
  linkedSteps,
  linksOf,
  type StoredLinked,
  USER,
} from './linked-draft';
import { LinksList } from './links-list';
import { UserTeams } from './user-teams';
import { type StepsSaving, useSteps } from './use-steps';

type UserPart = 'roles' | 'teams';
const EMPTY: LinkedDraft<UserPart> = EMPTY_LINKED_DRAFT;

/** A user who is there, with the changes that wait to be saved. */
export function UserScreen(props: {
  readonly stored: StoredLinked<UserPart>;
  readonly above: ReactNode;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}) {
  const { stored, above, tab, onTab } = props;
  const entity = useEntity('User');
  const place = `${placeOfEnvironment(useStudio())}/users/${stored.rowId}`;
  const edits = useEdits(place, stored, { empty: EMPTY, count: countLinkedChanges });
  const showFields = (names: readonly string[]): void => {
    if (names.some((name) => name in edits.draft.changes)) onTab('data');
  };
  const saving = useSteps(linkedSteps(USER, edits.draft, edits.base), edits.reset, showFields);
  const textOfFault = useFaultText(entity);
  const { row } = stored;
  return (
    <Screen
      title={textOf(row.DisplayName)}
      above={above}
      mark={<Pill text={t(row.IsActive === true ? 'access.active' : 'access.inactive')} />}
      actions={<Activity entity={entity} edits={edits} />}
    >
      <p>
        {[row.UserName, row.Email]
          .map(textOf)
          .filter((each) => each !== '')
          .join(' · ')}
      </p>
      <UserParts entity={entity} edits={edits} saving={saving} tab={tab} onTab={onTab} />
      <LinkedBar edits={edits} stored={stored} saving={saving} textOf={textOfFault} />
    </Screen>
  );
}

/** Deactivates or activates the user, as a change that waits to be saved. */
function Activity({ entity, edits }: { readonly entity: Entity; readonly edits: UserEdits }) {
  const { draft, base, edit } = edits;
  const isActive = ({ ...base.row, ...draft.changes } as Row).IsActive === true;
  const maySet = entity.Fields.some(({ FieldName, CanUpdate }) => FieldName === 'IsActive' && CanUpdate);
  if (!maySet) return undefined;
  return (
    <Button onPress={() => edit((before, stored) => changeField(before, stored, 'IsActive', !isActive))}>
      {t(isActive ? 'access.deactivate' : 'access.activate')}
    </Button>
  );
}

function UserParts(props: {
  readonly entity: Entity;
  readonly edits: UserEdits;
  readonly saving: StepsSaving;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}) {
  const { entity, edits, saving, tab, onTab } = props;
  const { me, entities } = useStudio();
  const { rowId, row } = edits.base;
  const tabs = [
    ...(mayRead(entities, 'UserRole')
      ? [{ id: 'roles', text: t('roles'), content: () => <UserRoles edits={edits} /> }]
      : []),
    ...(mayRead(entities, 'TeamMember')
      ? [{ id: 'teams', text: t('access.teams'), content: () => <UserTeams edits={edits} /> }]
      : []),
    { id: 'data', text: t('data'), content: () => <LinkedForm entity={entity} edits={edits} saving={saving} /> },
    ...(me.IsAdministrator || me.Id === rowId
      ? [
          {
            id: 'access',
            text: t('access.effective'),
            content: () => <EffectiveAccess userId={rowId} name={textOf(row.DisplayName)} />,
          },
        ]
      : []),
  ];
  const selected = tabs.some(({ id }) => id === tab) ? tab : tabs[0].id;
  return <Tabs label={t('access.partsOfUser')} selected={selected} onSelect={onTab} tabs={tabs} />;
}

function UserRoles({ edits: { draft, base, edit } }: { readonly edits: UserEdits }) {
  return (
    <LinksList
      kind="Role"
      addLabel={t('access.addRole')}
      empty={t('access.hasNoRoles')}
      stored={base.links.roles}
      draft={linksOf(draft, 'roles')}
      onChange={(roles) => edit((before) => ({ ...before, links: { ...before.links, roles } }))}
    />
  );
}
