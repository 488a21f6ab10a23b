import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { loadConfig, type StudioConfig } from '../data/config';
import { Refusal } from '../data/refusal';
import { Service } from '../data/service';
import { Session } from '../data/session';
import { newQueryClient } from '../queries/studio';
import { currentLanguage, loadLanguage } from '../text/text';
import { Refused } from '../ui/states';
import { Localized } from '../ui/localized';
import { applyTheme, chosenTheme, lastDevUser, rememberDevUser } from './remembered';
import { Opened } from './opened';
import { newRouter } from './routes';
import { SessionGate } from './session-gate';
import { signInAs } from './sign-in';

/** Path of the page that the provider comes back to; its code is loaded for nobody else. */
const CALLBACK = '/studio/signed-in';

/**
 * Time that the first screen gets to load before something is drawn. React would keep an empty layout, once drawn, for 300 ms
 * however early the data is there.
 */
const FIRST_MS = 300;

/** Loads language and settings, signs in where that takes no question, and shows the studio. */
export async function start(root: Root): Promise<void> {
  applyTheme(chosenTheme());
  const language = loadLanguage(navigator.languages);
  const session = new Session();
  const router = newRouter({ session, service: new Service(session), opened: new Opened(session) });
  // The first requests wait for the sign-in, the code of the screen does not.
  const loading = location.pathname === CALLBACK ? undefined : router.load();
  const [config] = await Promise.all([
    loadConfig().catch((error: unknown) => error as Refusal),
    language,
    signInAsLast(session),
  ]);
  if (config instanceof Refusal) {
    root.render(<Refused refusal={config} retry={() => location.reload()} />);
    return;
  }
  if (session.state !== 'signed-in' && !(await signInByProvider(session, config))) return;
  if (session.state === 'signed-in')
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FIRST_MS))]);
  const queries = newQueryClient();
  root.render(
    <StrictMode>
      <Localized language={currentLanguage()}>
        <QueryClientProvider client={queries}>
          <SessionGate session={session} config={config}>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      </Localized>
    </StrictMode>,
  );
}

/** Signs in as the person of the demo that this tab has had, where there still is a demo; beside other requests. */
async function signInAsLast(session: Session): Promise<void> {
  const devUser = lastDevUser();
  if (devUser !== undefined) await signInAs(session, devUser).catch(() => rememberDevUser(undefined));
}

/** Signs in without a question. @returns false where the page leaves for the provider, or is its pop-up */
async function signInByProvider(session: Session, { Oidc }: StudioConfig): Promise<boolean> {
  if (Oidc === undefined || !isSecureContext) return true;
  const { finishSignIn, leaveToSignIn } = await import('./oidc');
  if (location.pathname !== CALLBACK) {
    await leaveToSignIn(Oidc, true).catch(() => undefined);
    return false;
  }
  const signedIn = await finishSignIn(Oidc).catch(() => undefined);
  if (signedIn !== undefined) session.signIn(signedIn);
  return window.opener === null;
}
