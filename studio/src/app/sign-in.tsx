import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DevUser, developmentToken, type StudioConfig } from '../data/config';
import { Refusal } from '../data/refusal';
import type { Session } from '../data/session';
import { t } from '../text/text';
import { TextBox } from '../ui/box';
import { Button } from '../ui/button';
import { Banner, Refused } from '../ui/states';
import styles from './app.module.css';
import { rememberDevUser } from './remembered';

interface Props {
  readonly session: Session;
  readonly config: StudioConfig;
  /** True where a form behind is kept: another page must not be loaded. */
  readonly isAgain: boolean;
}

/** Signs in with the provider, a token, or as a person of the demo. */
export function SignIn({ session, config, isAgain }: Props) {
  return (
    <div className={styles.signIn}>
      {config.Oidc !== undefined && <ByProvider session={session} oidc={config.Oidc} isAgain={isAgain} />}
      {config.DevUsers !== undefined && <AsDevUser session={session} users={config.DevUsers} />}
      <ByToken session={session} isOnly={config.Oidc === undefined && config.DevUsers === undefined} />
    </div>
  );
}

function ByProvider(props: Pick<Props, 'session' | 'isAgain'> & { readonly oidc: NonNullable<StudioConfig['Oidc']> }) {
  const { session, oidc, isAgain } = props;
  const signIn = useMutation({
    mutationFn: async () => {
      const provider = await import('./oidc');
      if (isAgain) session.signIn(await provider.signInByPopup(oidc));
      else await provider.leaveToSignIn(oidc);
    },
  });
  return (
    <section>
      <Button look="primary" onPress={() => signIn.mutate()} isPending={signIn.isPending}>
        {t('signIn.provider')}
      </Button>
      {!isSecureContext && <Banner look="warning">{t('signIn.insecure')}</Banner>}
      {signIn.error !== null && (
        <Banner look="danger" isAlert>
          {t('signIn.providerFailed', { reason: signIn.error.message })}
        </Banner>
      )}
    </section>
  );
}

function AsDevUser({ session, users }: { readonly session: Session; readonly users: readonly DevUser[] }) {
  const signIn = useMutation({
    mutationFn: async (name: string) => {
      await signInAs(session, name);
    },
  });
  return (
    <section aria-label={t('signIn.demo')}>
      <p>{t('signIn.demo')}</p>
      <ul className={styles.people}>
        {users.map(({ UserName, DisplayName }) => (
          <li key={UserName}>
            <Button onPress={() => signIn.mutate(UserName)} isPending={signIn.isPending}>
              {DisplayName} <small>{UserName}</small>
            </Button>
          </li>
        ))}
      </ul>
      {signIn.error instanceof Refusal && <Refused refusal={signIn.error} />}
    </section>
  );
}

/** Signs in as a person of the demo, whose name (no secret) is remembered for the next load of the page. */
export async function signInAs(session: Session, userName: string): Promise<void> {
  const token = await developmentToken(userName);
  rememberDevUser(userName);
  session.signIn({ token, renew: () => developmentToken(userName) });
}

function ByToken({ session, isOnly }: { readonly session: Session; readonly isOnly: boolean }) {
  const [token, setToken] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const pasted = token.trim().replace(/^Bearer\s+/i, '');
        if (pasted !== '') session.signIn({ token: pasted });
      }}
    >
      <TextBox
        label={t('signIn.token')}
        help={t('signIn.tokenHelp')}
        type="password"
        value={token}
        onChange={setToken}
        autoFocus={isOnly}
      />
      <Button type="submit" look={isOnly ? 'primary' : 'plain'} isDisabled={token.trim() === ''}>
        {t('signIn.useToken')}
      </Button>
    </form>
  );
}
