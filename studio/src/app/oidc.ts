import { ErrorResponse, InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { StudioConfig } from '../data/config';
import type { SignedIn } from '../data/session';

type Oidc = NonNullable<StudioConfig['Oidc']>;

const CALLBACK = '/studio/signed-in';
let manager: UserManager | undefined;

/**
 * OpenID Connect by code and PKCE. Tokens stay in memory; the session storage of the tab has the state of a sign-in that is
 * under way, which is of no use to anybody else.
 */
function managerOf({ Authority, ClientId, Scope }: Oidc): UserManager {
  manager ??= new UserManager({
    authority: Authority,
    client_id: ClientId,
    scope: Scope,
    redirect_uri: location.origin + CALLBACK,
    popup_redirect_uri: location.origin + CALLBACK,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
  });
  return manager;
}

/** Goes to the provider, which comes back to the same page. @param isSilent without a question, where that is possible */
export const leaveToSignIn = (oidc: Oidc, isSilent = false): Promise<void> =>
  managerOf(oidc).signinRedirect({
    state: location.pathname + location.search,
    ...(isSilent ? { prompt: 'none' } : {}),
  });

/** Signs in beside the page, which keeps its forms. */
export const signInByPopup = async (oidc: Oidc): Promise<SignedIn> =>
  signedIn(oidc, await managerOf(oidc).signinPopup());

/** Ends a sign-in on the page that the provider came back to. @returns undefined in a pop-up, and where a silent one failed */
export async function finishSignIn(oidc: Oidc): Promise<SignedIn | undefined> {
  if (window.opener !== null) {
    await managerOf(oidc).signinPopupCallback();
    return undefined;
  }
  try {
    const user = await managerOf(oidc).signinRedirectCallback();
    history.replaceState(null, '', addressOf(user));
    return signedIn(oidc, user);
  } catch (error) {
    history.replaceState(null, '', addressOf(error));
    // A silent sign-in that needs a question is none; other failures are shown.
    if (error instanceof ErrorResponse && NEEDS_QUESTION.has(error.error ?? '')) return undefined;
    throw error;
  }
}

/** Errors of a sign-in without a question where one is needed. */
const NEEDS_QUESTION = new Set(['login_required', 'interaction_required', 'consent_required']);

/** The screen that the sign-in began at, which the provider hands back. */
const addressOf = (answer: unknown): string => {
  const { state } = answer as { readonly state?: unknown };
  return typeof state === 'string' && state.startsWith('/studio/') ? state : '/studio/';
};

function signedIn(oidc: Oidc, user: User): SignedIn {
  const renew = async (): Promise<string | undefined> => {
    if (user.refresh_token === undefined) return undefined;
    return (await managerOf(oidc).signinSilent())?.access_token;
  };
  return { token: user.access_token, renew };
}
