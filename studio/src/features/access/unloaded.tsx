import type { ReactNode } from 'react';
import type { Refusal } from '../../data/refusal';
import { ExplainLink, WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';

/** A role or a user that is not there: it is loading, was refused, or does not exist. */
export function Unloaded(props: {
  readonly title: string;
  readonly above: ReactNode;
  readonly entity: 'Role' | 'User';
  /** True where it does not exist, or the caller may not see it. */
  readonly isMissing: boolean;
  readonly refusal: Refusal | undefined;
  readonly retry: () => void;
}) {
  const { title, above, entity, isMissing, refusal, retry } = props;
  return (
    <Screen title={title} above={above}>
      {refusal !== undefined && (
        <Refused refusal={refusal} retry={retry}>
          <WhyRefused refusal={refusal} entity={{ EntityName: entity }} operation="Read" />
        </Refused>
      )}
      {isMissing && (
        <Banner look="warning" title={t('refusal.notFound')}>
          <ExplainLink entity={{ EntityName: entity }} operation="Read" />
        </Banner>
      )}
      {!isMissing && refusal === undefined && <Loading />}
    </Screen>
  );
}
