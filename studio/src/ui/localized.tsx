import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';

/** Gives all controls a language for their own texts, dates and numbers. */
export function Localized({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  return <I18nProvider locale={language}>{children}</I18nProvider>;
}
