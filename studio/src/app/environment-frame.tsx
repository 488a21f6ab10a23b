import { QueryClientProvider, useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { EntitySummary } from '../data/entity';
import { Writes } from '../data/outcomes';
import { type Environment, Service } from '../data/service';
import type { Session } from '../data/session';
import { withLabels } from '../queries/built-in-labels';
import { type Me, newQueryClient, StudioContext } from '../queries/studio';
import { currentLanguage, knownLanguage, loadLanguage } from '../text/text';
import { Localized } from '../ui/localized';
import { Loading } from '../ui/states';
import { LiveState, newFeed } from './live';
import { Shell } from './shell';

/** Everything inside of one environment; another one begins anew, without any data of the first. */
export function EnvironmentFrame() {
  const { session } = useRouteContext({ from: '__root__' });
  const { tenant, app, environment } = useParams({ from: '/$tenant/$app/$environment' });
  const place = useMemo(() => ({ tenant, app, environment }), [tenant, app, environment]);
  return <Frame key={`${tenant}/${app}/${environment}`} session={session} environment={place} />;
}

function Frame({ session, environment }: { readonly session: Session; readonly environment: Environment }) {
  const [parts] = useState(() => {
    const service = new Service(session, environment);
    const [queries, writes, state] = [newQueryClient(), new Writes(service), new LiveState()];
    return { service, queries, writes, state, feed: newFeed(session, environment, { queries, writes, state }) };
  });
  useEffect(() => {
    void parts.feed.start();
    return () => void parts.feed.stop();
  }, [parts]);
  return (
    <QueryClientProvider client={parts.queries}>
      <Suspense fallback={<Loading />}>
        <WithCaller parts={parts} />
      </Suspense>
    </QueryClientProvider>
  );
}

type Parts = Pick<Parameters<typeof newFeed>[2], 'writes' | 'state'> & {
  readonly service: Service;
  readonly feed: ReturnType<typeof newFeed>;
};

function WithCaller({ parts }: { readonly parts: Parts }) {
  const { service, writes, feed, state } = parts;
  const read = <Result,>(path: string) => ({
    queryKey: ['definitions', path],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await service.call<Result>(path, { signal })).Result,
  });
  const [me, entities] = useSuspenseQueries({
    queries: [read<Me>('/me'), read<readonly EntitySummary[]>('/entities')],
  });
  const studio = useMemo(
    () => ({ service, writes, feed, me: me.data, entities: entities.data.map(withLabels) }),
    [service, writes, feed, me.data, entities.data],
  );
  return (
    <StudioContext value={studio}>
      <InLanguage language={me.data.Language ?? undefined}>
        <Shell live={state} />
      </InLanguage>
    </StudioContext>
  );
}

/** Shows the screens in the language that the user has chosen, else in that of the browser. */
function InLanguage({ language, children }: { readonly language?: string; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const wanted = knownLanguage([...(language === undefined ? [] : [language]), ...navigator.languages]);
  const [loaded, setLoaded] = useState(currentLanguage());
  useEffect(() => {
    if (wanted === currentLanguage()) return;
    const load = async (): Promise<void> => {
      await loadLanguage([wanted]);
      // Labels follow the texts.
      await queries.invalidateQueries();
      setLoaded(wanted);
    };
    void load();
  }, [wanted, queries]);
  if (wanted !== loaded) return <Loading />;
  return <Localized language={loaded}>{children}</Localized>;
}
