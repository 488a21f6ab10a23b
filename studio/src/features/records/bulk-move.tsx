import { useState } from 'react';
import { displayText, type Entity, type Row } from '../../data/entity';
import type { Fault } from '../../data/refusal';
import { useReadAgain } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Button } from '../../ui/button';
import { ChoiceBox } from '../../ui/choice';
import { Actions, Dialog } from '../../ui/dialog';
import { WriteState } from './write-state';

/** Outcome of one record of `POST /status/bulk-update`. */
interface Moved {
  readonly RecordId: string;
  readonly IsSuccess: boolean;
  readonly ErrorDetails: readonly Fault[];
}

/** Moves the selected records to a status, and says of each what became of it. */
export function BulkMove(props: {
  readonly entity: Entity;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}) {
  const { entity, rows, onClose } = props;
  const [status, setStatus] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const readAgain = useReadAgain();
  const move = useWrite({
    write: async ({ send }) => {
      const body = {
        RecordIds: rows.map(({ RecordInformationId }) => RecordInformationId),
        NextStatusId: status,
        EntityName: entity.EntityName,
        ...(comment === '' ? {} : { Comment: comment }),
      };
      return (await send<readonly Moved[]>('/status/bulk-update', { method: 'POST', body })).Result;
    },
    onDone: () => readAgain([entity.EntityName]),
    onFailed: () => readAgain([entity.EntityName]),
  });
  return (
    <Dialog title={t('moveSelected')} isOpen onClose={onClose}>
      {move.data === undefined ? (
        <>
          <ChoiceBox
            label={t('status')}
            isRequired
            choices={entity.Lifecycle!.Statuses.map(({ Id, Label, Name }) => ({ value: Id, text: Label ?? Name }))}
            value={status}
            onChange={setStatus}
          />
          <TextBox label={t('comment')} value={comment} onChange={setComment} lines={2} />
          <WriteState write={move} />
          <Actions>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button look="primary" isDisabled={status === null} isPending={move.isPending} onPress={() => move.send()}>
              {t('move')}
            </Button>
          </Actions>
        </>
      ) : (
        <Outcomes entity={entity} rows={rows} moved={move.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** List of the outcomes, one for each record. */
function Outcomes(props: {
  readonly entity: Entity;
  readonly rows: readonly Row[];
  readonly moved: readonly Moved[];
  readonly onClose: () => void;
}) {
  const { entity, rows, moved, onClose } = props;
  const nameOf = (id: string): string => {
    const row = rows.find(({ RecordInformationId }) => RecordInformationId === id);
    return row === undefined ? id : displayText(entity, row);
  };
  return (
    <>
      <p role="status">
        {t('movedOf', { done: moved.filter(({ IsSuccess }) => IsSuccess).length, all: moved.length })}
      </p>
      <ul>
        {moved.map(({ RecordId, IsSuccess, ErrorDetails }) => (
          <li key={RecordId}>
            <strong>{nameOf(RecordId)}</strong>:{' '}
            {IsSuccess ? t('moved') : ErrorDetails.map(({ Message }) => Message).join(' ')}
          </li>
        ))}
      </ul>
      <Actions>
        <Button look="primary" onPress={onClose}>
          {t('close')}
        </Button>
      </Actions>
    </>
  );
}
