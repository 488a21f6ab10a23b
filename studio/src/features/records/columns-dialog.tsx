import { fieldLabel } from '../../data/entity';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Tick } from '../../ui/choice';
import { Actions, Dialog } from '../../ui/dialog';
import { Line } from '../../ui/page';
import { listFields, shownFields } from './list-columns';
import type { Listing } from './list-search';

/** Chooses the columns of a list and their order. */
export function ColumnsDialog(props: Listing & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { entity, search, set, isOpen, onClose } = props;
  const shown = shownFields(entity, search.columns).map(({ FieldName }) => FieldName);
  const rest = listFields(entity).filter(({ FieldName }) => !shown.includes(FieldName));
  const fields = [...shownFields(entity, search.columns), ...rest];
  const move = (name: string, by: number): void => {
    const from = shown.indexOf(name);
    const to = Math.max(0, Math.min(shown.length - 1, from + by));
    set({ columns: shown.toSpliced(from, 1).toSpliced(to, 0, name) });
  };
  return (
    <Dialog title={t('columns')} isOpen={isOpen} onClose={onClose}>
      {fields.map((field) => {
        const { FieldName: name } = field;
        const isShown = shown.includes(name);
        return (
          <Line key={name}>
            <Tick
              label={fieldLabel(field)}
              isSelected={isShown}
              onChange={(to) => set({ columns: to ? [...shown, name] : shown.filter((each) => each !== name) })}
            />
            {isShown && (
              <>
                <Button
                  look="quiet"
                  aria-label={t('earlier', { name: fieldLabel(field) })}
                  onPress={() => move(name, -1)}
                >
                  ↑
                </Button>
                <Button look="quiet" aria-label={t('later', { name: fieldLabel(field) })} onPress={() => move(name, 1)}>
                  ↓
                </Button>
              </>
            )}
          </Line>
        );
      })}
      <Actions>
        <Button onPress={() => set({ columns: undefined })}>{t('defaultColumns')}</Button>
        <Button look="primary" onPress={onClose}>
          {t('close')}
        </Button>
      </Actions>
    </Dialog>
  );
}
