import { Refusal } from './refusal';

/** A sign-in: its token, which stays in memory. */
export interface SignedIn {
  readonly token: string;
  /** Signs in again without a question where the provider allows it; undefined where it takes a person. */
  readonly renew?: () => Promise<string | undefined>;
}

/** `refused`: a new token is not accepted either, as of a user who has been deactivated. */
export type SessionState = 'signed-out' | 'signed-in' | 'expired' | 'refused';

/**
 * The token of the person who is signed in. It is kept in memory alone. When it expires, calls wait until the person has
 * signed in again, so that a form keeps what was entered.
 */
export class Session {
  #signedIn: SignedIn | undefined;
  #renewal: Promise<string> | undefined;
  #waiting: { readonly resume: (token: string) => void; readonly refuse: (error: Refusal) => void } | undefined;
  #visit = 0;
  #state: SessionState = 'signed-out';
  readonly #listeners = new Set<() => void>();

  get state(): SessionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Number of the person, counted from the first one who signs in on this page. */
  get visit(): number {
    return this.#visit;
  }

  /** Goes on with the calls that wait; those of another person are refused, and their page ends. */
  signIn(signedIn: SignedIn): void {
    const before = this.#signedIn;
    const isSame = before === undefined || personOf(before.token) === personOf(signedIn.token);
    if (!isSame) {
      this.#visit++;
      this.#renewal = undefined;
      this.#set('signed-out');
      this.#waiting?.refuse(new Refusal(401, []));
    }
    this.#signedIn = signedIn;
    this.#waiting?.resume(signedIn.token);
    this.#waiting = undefined;
    this.#set('signed-in');
  }

  signOut(): void {
    this.#signedIn = undefined;
    this.#set('signed-out');
  }

  /** The token for a call; waits while the user has to sign in. */
  token(): Promise<string> {
    if (this.#renewal !== undefined) return this.#renewal;
    return this.#signedIn === undefined ? this.renew('') : Promise.resolve(this.#signedIn.token);
  }

  /** Another token after one that was refused. @param refused what the call was sent with */
  renew(refused: string): Promise<string> {
    const token = this.#signedIn?.token;
    if (token !== undefined && token !== refused) return Promise.resolve(token);
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** A token of whoever signs in, after a renewed one was refused. */
  ask(refused: string): Promise<string> {
    if (this.#signedIn?.token !== refused) return this.token();
    this.#renewal ??= this.#ask('refused').finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #renew(): Promise<string> {
    const token = await this.#signedIn?.renew?.().catch(() => undefined);
    if (token !== undefined) {
      this.#signedIn = { ...this.#signedIn!, token };
      return token;
    }
    return this.#ask(this.#signedIn === undefined ? 'signed-out' : 'expired');
  }

  /** Waits until a person has signed in. */
  #ask(state: SessionState): Promise<string> {
    const signedIn = new Promise<string>((resume, refuse) => (this.#waiting = { resume, refuse }));
    this.#set(state);
    return signedIn;
  }

  #set(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Names the person of a token: its issuer and subject, or the token itself where it is a key. */
function personOf(token: string): string {
  const [, payload] = token.split('.');
  if (payload === undefined) return token;
  try {
    const { iss, sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    return JSON.stringify([iss, sub]);
  } catch {
    return token;
  }
}
