import { useState } from 'react';
import { fieldNamed } from '../../data/entity';
import type { Refusal } from '../../data/refusal';
import { useEntity } from '../../queries/studio';
import { Editor } from '../../fields/editor';
import { sentValue } from '../../fields/value-text';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';

/** Asks who is to decide instead. */
export function DelegateDialog(props: {
  readonly isPending: boolean;
  readonly refusal: Refusal | undefined;
  readonly onClose: () => void;
  readonly onChoose: (userId: unknown) => void;
}) {
  const { isPending, refusal, onClose, onChoose } = props;
  const entity = useEntity('ApprovalDecision');
  const [user, setUser] = useState<unknown>(null);
  const field = fieldNamed(entity, 'DelegateToUserId');
  if (field === undefined) return undefined;
  return (
    <Dialog title={t('decide.Delegate')} isOpen onClose={onClose}>
      <p>{t('decide.delegateText')}</p>
      <Editor
        entityName={entity.EntityName}
        field={{ ...field, Required: true }}
        label={t('decide.delegateTo')}
        value={user}
        onChange={setUser}
      />
      {refusal !== undefined && (
        <Refused refusal={refusal}>
          <WhyRefused refusal={refusal} entity={entity} operation="Create" />
        </Refused>
      )}
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          isDisabled={user === null}
          isPending={isPending}
          onPress={() => onChoose(sentValue(field, user))}
        >
          {t('decide.Delegate')}
        </Button>
      </Actions>
    </Dialog>
  );
}
