import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { mayCreate } from '../../data/entity';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Page as Screen } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { NewLinked } from './new-linked';
import { Readable } from './readable';
import { TeamsList } from './teams-list';
import { UsersList } from './users-list';

const route = getRouteApi('/$tenant/$app/$environment/access/users');

/** Users, and the teams that they form. */
export function Page() {
  const { tab = 'users', q, active, team } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Screen title={t('users')} actions={<New key={tab} kind={tab === 'teams' ? 'Team' : 'User'} />}>
      <Tabs
        label={t('users')}
        selected={tab}
        onSelect={(to) => set({ tab: to })}
        tabs={[
          {
            id: 'users',
            text: t('access.usersTab'),
            content: () => (
              <Readable entity="User">
                <UsersList words={q ?? ''} isActiveOnly={active === 'yes'} set={set} />
              </Readable>
            ),
          },
          {
            id: 'teams',
            text: t('access.teams'),
            content: () => (
              <Readable entity="Team">
                <TeamsList opened={team} set={set} />
              </Readable>
            ),
          },
        ]}
      />
    </Screen>
  );
}

/** Makes a user or a team, whichever tab is shown, for those who may. */
function New({ kind }: { readonly kind: 'User' | 'Team' }) {
  const { entities } = useStudio();
  const [isAdding, setAdding] = useState(false);
  if (!mayCreate(entities, kind)) return undefined;
  return (
    <>
      <Button look="primary" onPress={() => setAdding(true)}>
        {t(kind === 'User' ? 'access.newUser' : 'access.newTeam')}
      </Button>
      <Suspense>{isAdding && <NewLinked kind={kind} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
