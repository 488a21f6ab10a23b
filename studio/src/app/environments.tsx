import { Link, useRouteContext } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { isProduction, type Service } from '../data/service';
import { groupBy } from '../data/group-by';
import { t } from '../text/text';
import { Page, Section } from '../ui/page';
import { Empty } from '../ui/states';
import styles from './app.module.css';

/** An environment in which the caller is active (`GET /environments`). */
export interface ListedEnvironment {
  readonly TenantName: string;
  readonly TenantLabel: string | null;
  readonly AppName: string;
  readonly AppLabel: string | null;
  readonly EnvironmentName: string;
  readonly EnvironmentLabel: string | null;
  readonly IsAdministrator: boolean;
}

const environmentsQuery = (service: Service) => ({
  queryKey: ['environments'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await service.call<readonly ListedEnvironment[]>('/environments', { signal })).Result,
});

/** All environments of the caller, by tenant and app. */
export function Environments() {
  const { service } = useRouteContext({ from: '__root__' });
  const environments = useSuspenseQuery(environmentsQuery(service)).data;
  const apps = groupBy(environments, ({ TenantName, AppName }) => `${TenantName} · ${AppName}`);
  return (
    <Page title={t('environments')}>
      {environments.length === 0 && <Empty text={t('noEnvironments')} />}
      {[...apps].map(([app, members]) => (
        <Section key={app} title={titleOf(members[0])}>
          <ul className={styles.cards}>
            {members.map((each) => (
              <li key={each.EnvironmentName}>
                <Link
                  className={styles.card}
                  data-production={isProduction(each.EnvironmentName)}
                  to="/$tenant/$app/$environment"
                  params={{ tenant: each.TenantName, app: each.AppName, environment: each.EnvironmentName }}
                >
                  <strong>{each.EnvironmentLabel ?? each.EnvironmentName}</strong>
                  {each.IsAdministrator && <small>{t('administrator')}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}

const titleOf = ({ TenantLabel, TenantName, AppLabel, AppName }: ListedEnvironment): string =>
  `${TenantLabel ?? TenantName} · ${AppLabel ?? AppName}`;
