import { getRouteApi, Link } from '@tanstack/react-router';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Pill } from '../../ui/pill';
import { RoleScreen } from './role-screen';
import { useRole } from './use-role';
import { Unloaded } from './unloaded';

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
    <Unloaded
      title={t('access.role')}
      above={<Back />}
      entity="Role"
      isMissing={data === null}
      refusal={refusal}
      retry={retry}
    />
  );
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/access/roles" params={useStudio().service.environment!}>
      ← {t('roles')}
    </Link>
  );
}
