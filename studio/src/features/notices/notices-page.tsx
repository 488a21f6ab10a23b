import { useState } from 'react';
import type { Row } from '../../data/entity';
import { useMarkRead, useNotices } from '../../queries/notices';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Page as Screen, Section } from '../../ui/page';
import { Loading, Refused } from '../../ui/states';
import { NoticeList } from './notice-list';

/** Notices that are read at once. */
const NOTICES = 50;

/** Notices of the caller, unread ones first. */
export function Page() {
  const unread = useUnread();
  return (
    <Screen title={t('notices')} actions={unread > 0 && <MarkAll />}>
      <Notices title={t('notices.unread')} isUnread empty={t('notices.noneUnread')} />
      <Notices title={t('notices.earlier')} isUnread={false} empty={t('notices.noneEarlier')} />
    </Screen>
  );
}

const useUnread = (): number => useNotices(true, NOTICES).data?.TotalRecords ?? 0;

function MarkAll() {
  const mark = useMarkRead();
  return (
    <>
      {mark.refusal !== undefined && (
        <Refused refusal={mark.refusal}>
          <WhyRefused refusal={mark.refusal} entity={{ EntityName: 'Notification' }} operation="Update" />
        </Refused>
      )}
      <Button isPending={mark.isPending} onPress={() => mark.send(undefined)}>
        {t('notices.readAll')}
      </Button>
    </>
  );
}

function Notices(props: { readonly title: string; readonly isUnread: boolean; readonly empty: string }) {
  const { title, isUnread, empty } = props;
  const [size, setSize] = useState(NOTICES);
  const { data, error, isPending, refetch } = useNotices(isUnread, size);
  return (
    <Section title={title}>
      {isPending && <Loading lines={3} />}
      {error instanceof Refusal && (
        <Refused refusal={error} retry={() => void refetch()}>
          <WhyRefused refusal={error} entity={{ EntityName: 'Notification' }} operation="Read" />
        </Refused>
      )}
      {data !== undefined && <Listed title={title} empty={empty} answer={data} more={() => setSize(size + NOTICES)} />}
    </Section>
  );
}

function Listed(props: {
  readonly title: string;
  readonly empty: string;
  readonly answer: Answer<readonly Row[]>;
  readonly more: () => void;
}) {
  const { title, empty, answer, more } = props;
  const { Result: notices, TotalRecords } = answer;
  if (notices.length === 0) return <p>{empty}</p>;
  return (
    <>
      <NoticeList label={title} notices={notices} />
      {(TotalRecords ?? 0) > notices.length && <Button onPress={more}>{t('notices.more')}</Button>}
    </>
  );
}
