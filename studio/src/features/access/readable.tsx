import type { ReactNode } from 'react';
import { useMayRead } from '../../queries/studio';
import { ExplainLink } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Banner } from '../../ui/states';

/** Shows what it holds to those who may read an entity; every member may read names, which are too little for a screen. */
export function Readable(props: { readonly entity: 'Team' | 'User'; readonly children: ReactNode }) {
  const { entity, children } = props;
  if (useMayRead(entity)) return children;
  return (
    <Banner look="warning" title={t('refusal.forbidden')}>
      <ExplainLink entity={{ EntityName: entity }} operation="Read" />
    </Banner>
  );
}
