import { getRouteApi, Link } from '@tanstack/react-router';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Pill } from '../../ui/pill';
import { Banner, Loading, Refused } from '../../ui/states';
import { ExplainRead } from './explain-read';
import { RoleScreen } from './role-screen';
import { useRole } from './use-role';

const route = getRouteApi('/$tenant/$app/$environment/access/roles/$role');

/** One role: what it gives, to whom, and what a change of it would do. */
export function Page() {
  const { role } = route.useParams();
  return <LoadedRole key={role} id={role} />;
}

function LoadedRole({ id }: { readonly id: string }) {
  const { data, refusal, retry } = useRole(id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  if (data !== undefined && data !== null)
    return (
      <RoleScreen
        stored={data}
        above={<Back />}
        mark={data.isSystem ? <Pill text={t('access.system')} /> : undefined}
        search={search}
        set={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
      />
    );
  return (
    <Screen title={t('access.role')} above={<Back />}>
      {refusal !== undefined && (
        <Refused refusal={refusal} retry={retry}>
          <ExplainRead refusal={refusal} entity="Role" />
        </Refused>
      )}
      {data === null && <Banner look="warning" title={t('refusal.notFound')} />}
      {data === undefined && refusal === undefined && <Loading />}
    </Screen>
  );
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/access/roles" params={useStudio().service.environment!}>
      ← {t('roles')}
    </Link>
  );
}
