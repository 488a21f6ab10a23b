import { useState } from 'react';
import type { Entity } from '../../data/entity';
import { useInsert } from '../../queries/use-insert';
import { ExplainLink } from '../../fields/explain-link';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';

/** Asks for a comment, and submits a record for approval or recalls it by inserting a record. */
export function ApprovalDialog(props: {
  readonly entity: Entity;
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** The record that is inserted, and its entity. */
  readonly insert: { readonly EntityName: string } & Readonly<Record<string, unknown>>;
  /** Record-information id. */
  readonly recordId: unknown;
}) {
  const { entity, title, text, onClose, insert, recordId } = props;
  const [comment, setComment] = useState('');
  const { EntityName, ...values } = insert;
  const changed = [entity.EntityName, 'ApprovalRequest', 'ApprovalTask'];
  const { send, isPending, progress, refusal } = useInsert(EntityName, changed, onClose);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      <TextBox label={t('comment')} value={comment} onChange={setComment} lines={2} />
      {refusal !== undefined && (
        <Refused refusal={refusal}>
          {refusal.status === 403 && <ExplainLink entity={entity} operation="Update" recordId={recordId} />}
        </Refused>
      )}
      <span role="status">{progress}</span>
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isPending={isPending}
          onPress={() => send(comment === '' ? values : { ...values, Comment: comment })}
        >
          {title}
        </Button>
      </Actions>
    </Dialog>
  );
}
