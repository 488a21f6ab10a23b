import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayRead, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Readable } from './readable';
import { useUser } from './use-user';
import { UserScreen } from './user-screen';
import { Unloaded } from './unloaded';

const route = getRouteApi('/$tenant/$app/$environment/access/users/$user');

/** One user: what gives them access, and what they may do. */
export function Page() {
  const { user } = route.useParams();
  const isReadable = useMayRead('User');
  if (isReadable) return <LoadedUser key={user} id={user} />;
  return (
    <Screen title={t('access.user')} above={<Back />}>
      <Readable entity="User">{undefined}</Readable>
    </Screen>
  );
}

function LoadedUser({ id }: { readonly id: string }) {
  const { data, refusal, retry } = useUser(id);
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  if (data !== undefined && data !== null)
    return (
      <UserScreen
        stored={data}
        above={<Back />}
        tab={tab ?? 'roles'}
        onTab={(to) => void navigate({ search: (before) => ({ ...before, tab: to }), replace: true })}
      />
    );
  return (
    <Unloaded
      title={t('access.user')}
      above={<Back />}
      entity="User"
      isMissing={data === null}
      refusal={refusal}
      retry={retry}
    />
  );
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/access/users" params={useStudio().service.environment!}>
      ← {t('users')}
    </Link>
  );
}
