import { useState } from 'react';
import { fieldLabel } from '../../data/entity';
import { useEntity } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Tick } from '../../ui/choice';
import { Actions, Dialog } from '../../ui/dialog';
import { Columns } from '../../ui/page';

/** Chooses the fields that an update may set; none chosen means all of them. */
export function FieldsDialog(props: {
  readonly title: string;
  readonly entityName: string;
  readonly names: readonly string[];
  readonly onClose: () => void;
  readonly onChoose: (names: readonly string[]) => void;
}) {
  const { title, entityName, onClose, onChoose } = props;
  const entity = useEntity(entityName);
  const [names, setNames] = useState(props.names);
  const settable = entity.Fields.filter(({ FieldName, CanUpdate }) => CanUpdate || names.includes(FieldName));
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <p>{t(names.length === 0 ? 'access.fieldsEmpty' : 'access.fieldsHelp')}</p>
      <Columns>
        {settable.map((field) => (
          <Tick
            key={field.FieldName}
            label={fieldLabel(field)}
            isSelected={names.includes(field.FieldName)}
            onChange={(isChosen) =>
              setNames(isChosen ? [...names, field.FieldName] : names.filter((name) => name !== field.FieldName))
            }
          />
        ))}
      </Columns>
      <Actions>
        <Button isDisabled={names.length === 0} onPress={() => setNames([])}>
          {t('access.allFields')}
        </Button>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" onPress={() => onChoose(names)}>
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}
