import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { StudioConfig } from '../data/config';
import type { Session } from '../data/session';
import { t } from '../text/text';
import { Dialog } from '../ui/dialog';
import { Page } from '../ui/page';
import styles from './app.module.css';
import { SignIn } from './sign-in';

/**
 * Shows the sign-in before anything else. When a token expires later, it asks above the page: the page stays as it is, and
 * its calls go on afterwards, unless another person signs in.
 */
export function SessionGate(props: {
  readonly session: Session;
  readonly config: StudioConfig;
  readonly children: ReactNode;
}) {
  const { session, config, children } = props;
  const state = useSyncExternalStore(session.subscribe, () => session.state);
  if (state === 'signed-out')
    return (
      <main className={styles.door}>
        <Page title={t('signIn')}>
          <SignIn session={session} config={config} isAgain={false} />
        </Page>
      </main>
    );
  return (
    <>
      <Fragment key={session.visit}>{children}</Fragment>
      <Dialog
        title={t(state === 'refused' ? 'signIn.refused' : 'signIn.expired')}
        isOpen={state === 'expired' || state === 'refused'}
      >
        <p>{t(state === 'refused' ? 'signIn.refusedHelp' : 'signIn.kept')}</p>
        {state === 'refused' && <a href="/studio/">{t('refusal.toEnvironments')}</a>}
        <SignIn session={session} config={config} isAgain />
      </Dialog>
    </>
  );
}
