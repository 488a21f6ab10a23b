import { getRouteApi, Link } from '@tanstack/react-router';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import { ExplainRead } from './explain-read';
import { useUser } from './use-user';
import { UserScreen } from './user-screen';

const route = getRouteApi('/$tenant/$app/$environment/access/users/$user');

/** One user: what gives them access, and what they may do. */
export function Page() {
  const { user } = route.useParams();
  return <LoadedUser key={user} id={user} />;
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
    <Screen title={t('access.user')} above={<Back />}>
      {refusal !== undefined && (
        <Refused refusal={refusal} retry={retry}>
          <ExplainRead refusal={refusal} entity="User" />
        </Refused>
      )}
      {data === null && <Banner look="warning" title={t('refusal.notFound')} />}
      {data === undefined && refusal === undefined && <Loading />}
    </Screen>
  );
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/access/users" params={useStudio().service.environment!}>
      ← {t('users')}
    </Link>
  );
}
