import { type Entity, fieldLabel, fieldNamed, words } from '../../data/entity';
import { textOf } from '../../data/exact';
import { valueText } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Banner } from '../../ui/states';
import type { Editing } from './use-draft';

/** Says what was entered in fields that are gone or closed by now. A save with them is refused, so they can be left out. */
export function LostFields(props: { readonly entity: Entity; readonly editing: Editing; readonly isNew: boolean }) {
  const { entity, editing, isNew } = props;
  const lost = Object.entries(editing.draft.changes).filter(([name]) => !maySet(entity, name, isNew));
  if (lost.length === 0) return undefined;
  const names = new Set(lost.map(([name]) => name));
  const leaveOut = (): void =>
    editing.edit((draft) => ({
      ...draft,
      changes: Object.fromEntries(Object.entries(draft.changes).filter(([name]) => !names.has(name))),
    }));
  return (
    <Banner look="warning" title={t('lostFields')} isAlert>
      <ul>
        {lost.map(([name, value]) => (
          <li key={name}>{entered(entity, name, value)}</li>
        ))}
      </ul>
      <Line>
        <Button onPress={leaveOut}>{t('lostFields.leaveOut')}</Button>
      </Line>
    </Banner>
  );
}

function maySet(entity: Entity, name: string, isNew: boolean): boolean {
  const field = fieldNamed(entity, name);
  return field !== undefined && (isNew ? field.CanCreate : field.CanUpdate);
}

function entered(entity: Entity, name: string, value: unknown): string {
  const field = fieldNamed(entity, name);
  return field === undefined ? `${words(name)}: ${textOf(value)}` : `${fieldLabel(field)}: ${valueText(field, value)}`;
}
