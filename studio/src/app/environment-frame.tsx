import { QueryClientProvider, useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { withLabels } from '../queries/built-in-labels';
import { entitiesQuery, meQuery, StudioContext } from '../queries/studio';
import { currentLanguage, knownLanguage, loadLanguage } from '../text/text';
import { Localized } from '../ui/localized';
import { Loading } from '../ui/states';
import type { Parts } from './opened';
import { Shell } from './shell';

/** Everything inside of one environment. */
export function EnvironmentFrame() {
  const { opened } = useRouteContext({ from: '__root__' });
  const { tenant, app, environment } = useParams({ from: '/$tenant/$app/$environment' });
  const parts = useMemo(() => opened.at({ tenant, app, environment }), [opened, tenant, app, environment]);
  return <Frame key={`${tenant}/${app}/${environment}`} parts={parts} />;
}

function Frame({ parts }: { readonly parts: Parts }) {
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

function WithCaller({ parts }: { readonly parts: Parts }) {
  const { service, writes, feed, state } = parts;
  const [me, entities] = useSuspenseQueries({ queries: [meQuery(service), entitiesQuery(service)] });
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
