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
import { newRouter } from './routes';
import { SessionGate } from './session-gate';
import { signInAs } from './sign-in';

/** Path of the page that the provider comes back to; its code is loaded for nobody else. */
const CALLBACK = '/studio/signed-in';

/** Loads language and settings, signs in where that takes no question, and shows the studio. */
export async function start(root: Root): Promise<void> {
  applyTheme(chosenTheme());
  const [config] = await Promise.all([
    loadConfig().catch((error: unknown) => error as Refusal),
    loadLanguage(navigator.languages),
  ]);
  if (config instanceof Refusal) {
    root.render(<Refused refusal={config} retry={() => location.reload()} />);
    return;
  }
  const session = new Session();
  const isDone = await signInAgain(session, config);
  if (isDone) show(root, session, config);
}

function show(root: Root, session: Session, config: StudioConfig): void {
  const queries = newQueryClient();
  const router = newRouter({ session, service: new Service(session) });
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

/** Signs in as before the page was loaded anew. @returns false where the page leaves for the provider, or is its pop-up */
async function signInAgain(session: Session, config: StudioConfig): Promise<boolean> {
  const devUser = lastDevUser();
  if (config.DevUsers !== undefined && devUser !== undefined) {
    await signInAs(session, devUser).catch(() => rememberDevUser(undefined));
    return true;
  }
  const { Oidc } = config;
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
