import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import type { Scope } from '../data/entity';
import { t } from '../text/text';
import styles from './box.module.css';

export const SCOPES: readonly Scope[] = ['None', 'Own', 'Team', 'All'];

export const scopeText = (scope: Scope): string => t(`scope.${scope}`);

/** Chooses how far an operation reaches, in a cell of a matrix. */
export function ScopePicker(props: {
  /** Entity and operation of the scope, such as "Order, read". */
  readonly label: string;
  readonly scope: Scope;
  readonly onChange?: (scope: Scope) => void;
}) {
  const { label, scope, onChange } = props;
  return (
    <Select
      aria-label={label}
      value={scope}
      onChange={(key) => onChange?.(key as Scope)}
      isDisabled={onChange === undefined}
    >
      <Button className={`${styles.input} ${styles.trigger}`} data-scope={scope}>
        <SelectValue />
      </Button>
      <Popover className={styles.popover}>
        <ListBox className={styles.list}>
          {SCOPES.map((each) => (
            <ListBoxItem key={each} id={each} className={styles.item}>
              {scopeText(each)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
