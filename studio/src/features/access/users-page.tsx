import { getRouteApi } from '@tanstack/react-router';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { TeamsList } from './teams-list';
import { UsersList } from './users-list';

const route = getRouteApi('/$tenant/$app/$environment/access/users');

/** Users, and the teams that they form. */
export function Page() {
  const { tab, q, active, team } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Screen title={t('users')}>
      <Tabs
        label={t('users')}
        selected={tab ?? 'users'}
        onSelect={(to) => set({ tab: to })}
        tabs={[
          {
            id: 'users',
            text: t('access.usersTab'),
            content: () => <UsersList words={q ?? ''} isActiveOnly={active === 'yes'} set={set} />,
          },
          { id: 'teams', text: t('access.teams'), content: () => <TeamsList opened={team} set={set} /> },
        ]}
      />
    </Screen>
  );
}
