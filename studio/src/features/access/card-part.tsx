import type { ReactNode } from 'react';

/** A named part of a card. */
export function CardPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
