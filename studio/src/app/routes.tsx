import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { Refusal } from '../data/refusal';
import type { Service } from '../data/service';
import type { Session } from '../data/session';
import { t } from '../text/text';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Banner, Loading, Refused } from '../ui/states';
import { EnvironmentFrame } from './environment-frame';
import { Environments } from './environments';
import { Home } from './home';
import type { Opened } from './opened';
import { readListSearch, readRecordSearch, readTextSearch } from './search';

interface RouterContext {
  readonly session: Session;
  /** Calls without an environment. */
  readonly service: Service;
  readonly opened: Opened;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  ),
});
const environments = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => (
    <main>
      <Environments />
    </main>
  ),
});
const environment = createRoute({
  getParentRoute: () => root,
  path: '/$tenant/$app/$environment',
  loader: ({ context, params }) => context.opened.readDefinitions(params),
  staleTime: Infinity,
  component: EnvironmentFrame,
});
const inside = { getParentRoute: () => environment } as const;
const home = createRoute({ ...inside, path: '/', component: Home });
const list = createRoute({
  ...inside,
  path: 'records/$entity',
  validateSearch: readListSearch,
  loader: ({ context, params }) => context.opened.readEntity(params),
  component: lazyRouteComponent(() => import('../features/records/list-page'), 'Page'),
});
const added = createRoute({
  ...inside,
  path: 'records/$entity/new',
  validateSearch: readRecordSearch,
  loader: ({ context, params }) => context.opened.readEntity(params),
  component: lazyRouteComponent(() => import('../features/records/new-page'), 'Page'),
});
const record = createRoute({
  ...inside,
  path: 'records/$entity/$id',
  validateSearch: readRecordSearch,
  loader: ({ context, params }) => context.opened.readEntity(params),
  component: lazyRouteComponent(() => import('../features/records/record-page'), 'Page'),
});
const inbox = createRoute({
  ...inside,
  path: 'inbox',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/inbox/inbox-page'), 'Page'),
});
const notices = createRoute({
  ...inside,
  path: 'notices',
  component: lazyRouteComponent(() => import('../features/notices/notices-page'), 'Page'),
});
const workflows = createRoute({
  ...inside,
  path: 'run',
  component: lazyRouteComponent(() => import('../features/workflows/workflows-page'), 'Page'),
});
const run = createRoute({
  ...inside,
  path: 'run/$workflow',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/workflows/run-page'), 'Page'),
});
const roles = createRoute({
  ...inside,
  path: 'access/roles',
  component: lazyRouteComponent(() => import('../features/access/roles-page'), 'Page'),
});
const role = createRoute({
  ...inside,
  path: 'access/roles/$role',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/access/role-page'), 'Page'),
});
const users = createRoute({
  ...inside,
  path: 'access/users',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/access/users-page'), 'Page'),
});
const user = createRoute({
  ...inside,
  path: 'access/users/$user',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/access/user-page'), 'Page'),
});
const explain = createRoute({
  ...inside,
  path: 'access/explain',
  validateSearch: readTextSearch,
  component: lazyRouteComponent(() => import('../features/access/explain-page'), 'Page'),
});

const tree = root.addChildren([
  environments,
  environment.addChildren([
    home,
    list,
    added,
    record,
    inbox,
    notices,
    workflows,
    run,
    roles,
    role,
    users,
    user,
    explain,
  ]),
]);

/** A screen that failed: a refusal of the service with what may be done, or a fault of the studio itself. */
function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={t('failed')}>
      {error instanceof Refusal ? (
        <Refused refusal={error} retry={reset} />
      ) : (
        <Banner look="danger" isAlert>
          {String(error)}
          {/* A file of an older version is gone after an update; drafts survive. */}
          <Button onPress={() => location.reload()}>{t('reload')}</Button>
        </Banner>
      )}
    </Page>
  );
}

/** A screen that takes longer to load is announced by an empty layout in the place of the one before. */
const PENDING_MS = 200;

export const newRouter = (context: RouterContext) =>
  createRouter({
    routeTree: tree,
    basepath: '/studio',
    context,
    defaultPendingComponent: Loading,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: () => (
      <Page title={t('notFound')}>
        <Banner look="info">{t('notFound.text')}</Banner>
      </Page>
    ),
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
