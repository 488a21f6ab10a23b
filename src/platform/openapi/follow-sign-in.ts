/** Parts of the page and of Swagger UI that the script uses. */
interface SwaggerPage {
  readonly ui: {
    getStore(): { subscribe(listener: () => void): void };
    readonly authSelectors: { authorized(): { toJS(): Readonly<Record<string, { readonly value?: unknown }>> } };
    readonly specActions: { updateJsonSpec(document: unknown): void };
  };
  addEventListener(event: 'load', listener: () => void): void;
}

/**
 * Script of the page, sent as text: it shows the description of the environment as soon as token and context headers
 * are entered, and the fixed routes again after a logout. It must use nothing from outside of itself.
 */
export function followSignIn(): void {
  const page = globalThis as unknown as SwaggerPage;
  page.addEventListener('load', () => {
    const { ui } = page;
    let shown = '{}';
    const signedIn = (): Record<string, string> => {
      const authorized = ui.authSelectors.authorized().toJS();
      const names = ['Token', 'TenantId', 'AppId', 'EnvironmentId'];
      const given = names.map((name) => [name, authorized[name]?.value] as const);
      if (given.some(([, value]) => typeof value !== 'string' || value === '')) return {};
      const { Token, ...context } = Object.fromEntries(given) as Record<string, string>;
      return { ...context, Authorization: `Bearer ${Token}` };
    };
    const follow = async (): Promise<void> => {
      const headers = signedIn();
      const wanted = JSON.stringify(headers);
      if (wanted === shown) return;
      shown = wanted;
      const isSuperseded = (): boolean => shown !== wanted;
      // A refused token shows in the answers of the calls; the page keeps what it shows.
      const response = await fetch('/api/v1/openapi.json?version=3.0', { headers }).catch(() => undefined);
      if (!response?.ok || isSuperseded()) return;
      const document: unknown = await response.json();
      if (!isSuperseded()) ui.specActions.updateJsonSpec(document);
    };
    ui.getStore().subscribe(() => void follow());
    void follow();
  });
}
