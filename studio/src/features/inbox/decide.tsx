import { Suspense, useRef, useState } from 'react';
import { type Entity, mayCreate, type Row } from '../../data/entity';
import type { InboxTask } from '../../queries/inbox';
import { Refusal } from '../../data/refusal';
import { useReadAgain, useStudio } from '../../queries/studio';
import { useInsert } from '../../queries/use-insert';
import { ExplainLink } from '../../fields/explain-link';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Banner, Refused } from '../../ui/states';
import { DelegateDialog } from './delegate-dialog';
import styles from './inbox.module.css';

export type Decision = 'Approve' | 'Reject' | 'Return' | 'Delegate';

interface Props {
  readonly task: InboxTask;
  readonly entity: Entity;
  readonly onDecided: (text: string) => void;
}

/** The decision of a task, with a comment, which a return needs. */
export function Decide(props: Props) {
  const { entities } = useStudio();
  const mayDecide = mayCreate(entities, 'ApprovalDecision');
  return mayDecide ? <DecisionForm {...props} /> : <MayNotDecide />;
}

function MayNotDecide() {
  return (
    <Banner look="warning">
      <p>{t('decide.mayNot')}</p>
      <ExplainLink entity={{ EntityName: 'ApprovalDecision' }} operation="Create" />
    </Banner>
  );
}

function DecisionForm(props: Props) {
  const { task, entity } = props;
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isDelegating, setDelegating] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const { decide, isPending, progress, refusal } = useDecision(props, comment);
  const press = (decision: Decision): void => {
    if (decision === 'Delegate') setDelegating(true);
    else if (decision !== 'Return' || comment.trim() !== '') decide(decision);
    else {
      setMissing(true);
      form.current?.querySelector('textarea')?.focus();
    }
  };
  return (
    <div ref={form} className={styles.decide} role="group" aria-label={t('decide')}>
      <TextBox
        label={t('comment')}
        value={comment}
        onChange={setComment}
        lines={2}
        errors={isMissing && comment.trim() === '' ? [t('decide.needsComment')] : []}
      />
      {refusal !== undefined && <DecisionRefused entity={entity} task={task} refusal={refusal} />}
      <span role="status">{progress}</span>
      <DecisionButtons isPending={isPending} onPress={press} />
      <Suspense>
        {isDelegating && (
          <DelegateDialog
            isPending={isPending}
            refusal={refusal}
            onClose={() => setDelegating(false)}
            onChoose={(id) => decide('Delegate', { DelegateToUserId: id })}
          />
        )}
      </Suspense>
    </div>
  );
}

const LOOKS = { Approve: 'primary', Reject: 'danger', Return: 'plain', Delegate: 'plain' } as const;

function DecisionButtons(props: { readonly isPending: boolean; readonly onPress: (decision: Decision) => void }) {
  return (
    <Line>
      {(Object.keys(LOOKS) as Decision[]).map((decision) => (
        <Button
          key={decision}
          look={LOOKS[decision]}
          isPending={props.isPending}
          onPress={() => props.onPress(decision)}
        >
          {t(`decide.${decision}`)}
        </Button>
      ))}
    </Line>
  );
}

function DecisionRefused({ entity, task, refusal }: Omit<Props, 'onDecided'> & { readonly refusal: Refusal }) {
  return (
    <Refused refusal={refusal}>
      {refusal.status === 409 && <p>{t('task.closedText')}</p>}
      {refusal.status === 403 && <ExplainLink entity={entity} operation="Read" recordId={task.RecordInformationId} />}
    </Refused>
  );
}

/** Sends decisions; one that came too late reads the inbox again. */
function useDecision({ task, onDecided }: Props, comment: string) {
  const readAgain = useReadAgain();
  const changed = ['ApprovalTask', 'ApprovalRequest', task.EntityName];
  const { send, isPending, progress, refusal } = useInsert(
    'ApprovalDecision',
    changed,
    ({ Decision }) => onDecided(t(`decide.done.${Decision as Decision}`, { text: task.Text ?? '' })),
    (error) => error instanceof Refusal && error.status === 409 && readAgain(['ApprovalTask']),
  );
  const decide = (decision: Decision, more: Row = {}): void =>
    send({
      ApprovalRequestId: task.RequestId,
      Decision: decision,
      ...(comment.trim() === '' ? {} : { Comment: comment }),
      ...more,
    });
  return { decide, isPending, progress, refusal };
}
