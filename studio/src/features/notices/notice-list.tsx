import { Link } from '@tanstack/react-router';
import type { Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { useMarkRead } from '../../queries/notices';
import { useRecordIds } from '../../queries/record-ids';
import { useStudio } from '../../queries/studio';
import { formatTime } from '../../text/dates';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Said } from '../../ui/said';
import { Refused } from '../../ui/states';
import styles from './notices.module.css';

/** Notices with ways to their records; opening one marks it as read. */
export function NoticeList({ label, notices }: { readonly label: string; readonly notices: readonly Row[] }) {
  const mark = useMarkRead();
  const ids = useRecordIds(
    notices
      .filter(({ EntityName, RecordId }) => typeof EntityName === 'string' && typeof RecordId === 'string')
      .map(({ EntityName, RecordId }) => ({ entityName: textOf(EntityName), informationId: textOf(RecordId) })),
  );
  return (
    <>
      <Said text={mark.isSuccess ? t('notice.marked', { message: textOf(mark.variables?.Message) }) : ''} isHidden />
      {mark.refusal !== undefined && (
        <Refused refusal={mark.refusal}>
          <WhyRefused refusal={mark.refusal} entity={{ EntityName: 'Notification' }} operation="Update" />
        </Refused>
      )}
      <ul className={styles.list} aria-label={label}>
        {notices.map((notice) => (
          <NoticeItem
            key={String(notice.Id)}
            notice={notice}
            recordId={ids.get(textOf(notice.RecordId))}
            isPending={mark.isPending}
            onRead={() => mark.send(notice)}
          />
        ))}
      </ul>
    </>
  );
}

function NoticeItem(props: {
  readonly notice: Row;
  readonly recordId: string | undefined;
  readonly isPending: boolean;
  readonly onRead: () => void;
}) {
  const { notice, recordId, isPending, onRead } = props;
  const { service } = useStudio();
  const isUnread = notice.ReadOn === null;
  const message = textOf(notice.Message);
  return (
    <li className={styles.notice} data-unread={isUnread}>
      <p>{message}</p>
      <Line>
        <time dateTime={textOf(notice.CreatedOn)}>{formatTime(textOf(notice.CreatedOn))}</time>
        {recordId !== undefined && (
          <Link
            to="/$tenant/$app/$environment/records/$entity/$id"
            params={{ ...service.environment!, entity: textOf(notice.EntityName), id: recordId }}
            aria-label={t('notice.openOf', { message })}
            onClick={() => isUnread && onRead()}
          >
            {t('task.open')}
          </Link>
        )}
        {isUnread && (
          <Button look="quiet" aria-label={t('notice.readOf', { message })} isPending={isPending} onPress={onRead}>
            {t('notice.read')}
          </Button>
        )}
      </Line>
    </li>
  );
}
