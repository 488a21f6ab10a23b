import { useState } from 'react';
import { type Entity, type Field, fieldNamed, type Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useReadAgain } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { Editor } from '../../fields/editor';
import { faultText, useFaultText } from '../../fields/fault-text';
import { ExplainLink } from '../../fields/explain-link';
import { sentValue } from '../../fields/value-text';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Banner, Refused } from '../../ui/states';
import { type Move, moveText } from './move';

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly move: Move;
  /** True while something has been entered and not been saved. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

/** Asks for the fields that a move requires and for a comment, and moves the record. */
export function MoveDialog(props: Props) {
  const { move, isChanged, onClose } = props;
  return (
    <Dialog title={moveText(move)} isOpen onClose={onClose}>
      {isChanged ? (
        <>
          <Banner look="warning">{t('move.unsaved')}</Banner>
          <Actions>
            <Button look="primary" autoFocus onPress={onClose}>
              {t('close')}
            </Button>
          </Actions>
        </>
      ) : (
        <MoveForm {...props} />
      )}
    </Dialog>
  );
}

function MoveForm({ entity, row, move, onClose, onMoved }: Props) {
  const [values, setValues] = useState<Row>({});
  const [comment, setComment] = useState('');
  const [required] = useState(() => missingFields(entity, row, move));
  const { send, isPending, refusal, progress } = useMove({ entity, row, move, onMoved });
  const submit = (): void =>
    send({
      Fields: required.map((field) => ({
        FieldName: field.FieldName,
        Value: sentValue(field, values[field.FieldName]),
      })),
      ...(comment === '' ? {} : { Comment: comment }),
    });
  return (
    <>
      <p>{t('move.to', { status: move.ToStatusLabel ?? move.ToStatusName })}</p>
      {required.map((field) => (
        <Editor
          key={field.FieldName}
          entityName={entity.EntityName}
          field={{ ...field, Required: true }}
          value={values[field.FieldName]}
          onChange={(value) => setValues((before) => ({ ...before, [field.FieldName]: value }))}
          errors={errorsOf(refusal, field)}
        />
      ))}
      <TextBox label={t('comment')} value={comment} onChange={setComment} lines={2} />
      {refusal !== undefined && <MoveRefused entity={entity} row={row} refusal={refusal} />}
      <span role="status">{progress}</span>
      <Actions>
        <Button onPress={onClose}>{t('close')}</Button>
        <Button look="primary" autoFocus={required.length === 0} isPending={isPending} onPress={submit}>
          {moveText(move)}
        </Button>
      </Actions>
    </>
  );
}

const errorsOf = (refusal: Refusal | undefined, field: Field): readonly string[] =>
  (refusal?.faults ?? [])
    .filter(({ FieldName }) => FieldName === field.FieldName)
    .map((fault) => faultText(fault, field));

/** Fields that the move requires and the record lacks. */
const missingFields = (entity: Entity, row: Row, { RequiredFields }: Move): readonly Field[] =>
  RequiredFields.filter((name) => (row[name] ?? null) === null).flatMap((name) => fieldNamed(entity, name) ?? []);

function MoveRefused({ entity, row, refusal }: Pick<Props, 'entity' | 'row'> & { readonly refusal: Refusal }) {
  return (
    <Refused refusal={refusal} textOf={useFaultText(entity)}>
      {refusal.status === 412 && <p>{t('move.reloaded')}</p>}
      {(refusal.status === 400 || refusal.status === 403) && (
        <ExplainLink entity={entity} operation="Move" recordId={row.RecordInformationId} />
      )}
    </Refused>
  );
}

/** Moves the record under the version that is shown; a stale one is read again. */
function useMove({ entity, row, move, onMoved }: Pick<Props, 'entity' | 'row' | 'move' | 'onMoved'>) {
  const readAgain = useReadAgain();
  return useWrite({
    write: ({ send }, body: { readonly Fields: readonly unknown[]; readonly Comment?: string }) => {
      const query = new URLSearchParams({
        recordId: String(row.RecordInformationId),
        nextStatusId: move.ToStatusId,
        entityName: entity.EntityName,
      });
      return send(`/status/update?${query.toString()}`, {
        method: 'PUT',
        body,
        headers: { 'If-Match': `"${String(row.RowVersion)}"` },
      });
    },
    onDone: async () => {
      await readAgain([entity.EntityName]);
      onMoved();
    },
    onFailed: (error) =>
      error instanceof Refusal && (error.status === 412 || error.status === 423) && readAgain([entity.EntityName]),
  });
}
