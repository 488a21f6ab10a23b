/** Preferences that a browser keeps, and for a tab the user of the demo. No token is kept. */
const DEV_USER = 'studio.devUser';
const THEME = 'studio.theme';

export const lastDevUser = (): string | undefined => sessionStorage.getItem(DEV_USER) ?? undefined;

export function rememberDevUser(userName: string | undefined): void {
  if (userName === undefined) sessionStorage.removeItem(DEV_USER);
  else sessionStorage.setItem(DEV_USER, userName);
}

export type Theme = 'light' | 'dark' | 'system';

export const chosenTheme = (): Theme => (localStorage.getItem(THEME) as Theme | null) ?? 'system';

/** Applies a theme; `system` follows the setting of the machine. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(THEME, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
