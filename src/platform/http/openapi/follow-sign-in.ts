/** Parts of the page and of Swagger UI that the script uses. */
interface SwaggerPage {
  readonly ui: {
    getStore(): { subscribe(listener: () => void): void };
    readonly authSelectors: { authorized(): { toJS(): Readonly<Record<string, { readonly value?: string }>> } };
    readonly specActions: { updateJsonSpec(document: unknown): void };
  };
  readonly document: {
    getElementById(id: string): PageElement | null;
    createElement(name: 'p'): PageElement;
    readonly body: { prepend(element: PageElement): void };
  };
  addEventListener(event: 'load', listener: () => void): void;
}

interface PageElement {
  id: string;
  textContent: string | null;
  hidden: boolean;
  setAttribute(name: string, value: string): void;
}

/**
 * Script of the page, sent as text: it shows the description of the environment as soon as a key, or token and context
 * headers are entered, and the fixed routes again after a logout. It must use nothing from outside of itself.
 */
export function followSignIn(): void {
  const page = globalThis as unknown as SwaggerPage;
  page.addEventListener('load', () => {
    const { ui } = page;
    let shown = '{}';
    const signedIn = (): Record<string, string> => {
      const authorized = ui.authSelectors.authorized().toJS();
      const valueOf = (name: string): string => authorized[name]?.value ?? '';
      const names = ['TenantId', 'AppId', 'EnvironmentId'].filter((name) => valueOf(name) !== '');
      const context = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
      if (valueOf('ApiKey') !== '') return { ...context, 'X-Api-Key': valueOf('ApiKey') };
      if (valueOf('Token') === '' || names.length < 3) return {};
      return { ...context, Authorization: `Bearer ${valueOf('Token')}` };
    };
    /** Tells above the page why the description of the environment is not shown; an empty text tells nothing. */
    const tell = (text: string): void => {
      const told = page.document.getElementById('sign-in');
      const notice = told ?? page.document.createElement('p');
      notice.id = 'sign-in';
      notice.textContent = text;
      notice.hidden = text === '';
      notice.setAttribute('role', 'alert');
      if (!told) page.document.body.prepend(notice);
    };
    const follow = async (): Promise<void> => {
      const headers = signedIn();
      const wanted = JSON.stringify(headers);
      if (wanted === shown) return;
      shown = wanted;
      const isSuperseded = (): boolean => shown !== wanted;
      const response = await fetch('/api/v1/openapi.json?version=3.0', { headers }).catch(() => undefined);
      const body = (await response?.json().catch(() => undefined)) as { readonly detail?: string } | undefined;
      if (isSuperseded()) return;
      tell(response?.ok ? '' : `You are not signed in, the page stays general: ${body?.detail ?? 'no answer'}`);
      if (response?.ok) ui.specActions.updateJsonSpec(body);
    };
    ui.getStore().subscribe(() => void follow());
    void follow();
  });
}
