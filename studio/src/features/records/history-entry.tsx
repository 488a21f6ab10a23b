import { type Entity, fieldLabel, fieldNamed, words } from '../../data/entity';
import { textOf } from '../../data/exact';
import { withText } from '../../fields/lookup-texts';
import { valueText } from '../../fields/value-text';
import { knownText, t, type TextName } from '../../text/text';
import { Diff, type Difference } from '../../ui/diff';
import { Pill } from '../../ui/pill';
import { isTelling } from './differences';
import type { Changed, HistoryEntry } from './history-types';

interface Props {
  readonly entity: Entity;
  readonly entry: HistoryEntry;
}

const DECISIONS: Readonly<Record<string, TextName>> = {
  Request: 'decided.Request',
  Approve: 'decided.Approve',
  Reject: 'decided.Reject',
  Return: 'decided.Return',
  Delegate: 'decided.Delegate',
  Recall: 'decided.Recall',
};

const OPERATIONS: Readonly<Record<string, TextName>> = {
  Create: 'happened.Create',
  Update: 'happened.Update',
  Delete: 'happened.Delete',
};

/** Names the user and the event. */
export function EntryTitle({ entity, entry }: Props) {
  const { Kind, Operation, Decision, FromStatus, ToStatus, Source } = entry;
  const name = entry.DisplayName ?? entry.UserName ?? t('theService');
  return (
    <>
      {Kind === 'Move' ? (
        <>
          <NamedStatus entity={entity} name={FromStatus} />{' '}
          <span role="img" aria-label={t('moved.to')}>
            →
          </span>{' '}
          <NamedStatus entity={entity} name={ToStatus} /> <span>{t('movedBy', { name })}</span>
        </>
      ) : (
        <span>
          {t(titleOf(Kind === 'Approval' ? DECISIONS[Decision ?? ''] : OPERATIONS[Operation ?? '']), { name })}
        </span>
      )}
      {Source !== 'API' && Kind !== 'Approval' && <small>{knownText(`source.${Source}`) ?? words(Source)}</small>}
    </>
  );
}

const titleOf = (name: TextName | undefined): TextName => name ?? 'happened.Update';

/** A status by its name, in its colour. */
function NamedStatus({ entity, name }: { readonly entity: Entity; readonly name: string | null }) {
  const status = entity.Lifecycle?.Statuses.find((each) => each.Name === name);
  return <Pill text={status?.Label ?? name ?? t('none')} color={status?.Color} />;
}

/** Changes and comment of an entry. */
export function EntryContent({ entity, entry, texts }: Props & { readonly texts: ReadonlyMap<string, string> }) {
  const differences = differencesIn(entity, entry.Changes ?? [], texts);
  const diff = <Diff label={t('changedFields')} differences={differences} />;
  return (
    <>
      {entry.Comment !== null && entry.Comment !== '' && <p>{t('commentOf', { comment: entry.Comment })}</p>}
      {differences.length > 0 &&
        (entry.Operation === 'Update' ? (
          diff
        ) : (
          <details>
            <summary>{t('values')}</summary>
            {diff}
          </details>
        ))}
    </>
  );
}

const differencesIn = (
  entity: Entity,
  changes: readonly Changed[],
  texts: ReadonlyMap<string, string>,
): readonly Difference[] =>
  changes
    .map((change) => ({ ...change, field: fieldNamed(entity, change.FieldName) }))
    .filter(({ field }) => field === undefined || (isTelling(field) && field.FieldName !== 'StatusId'))
    .map(({ FieldName, Old, New, field }) => {
      if (field === undefined) return { name: words(FieldName), from: textOf(Old), to: textOf(New) };
      const text = (value: unknown): string => valueText(field, withText(field, value, texts));
      return { name: fieldLabel(field), from: text(Old), to: text(New) };
    });
