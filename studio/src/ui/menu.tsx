import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './box.module.css';
import { Button, type Props } from './button';

export interface MenuAction {
  readonly id: string;
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** A button that opens a list of actions. */
export function Menu(props: {
  readonly children: ReactNode;
  readonly label?: string;
  readonly look?: Props['look'];
  readonly actions: readonly MenuAction[];
}) {
  const { children, label, look, actions } = props;
  return (
    <MenuTrigger>
      <Button aria-label={label} look={look}>
        {children}
      </Button>
      <Popover className={styles.popover}>
        <AriaMenu className={styles.list} onAction={(id) => actions.find((action) => action.id === id)?.run()}>
          {actions.map(({ id, text, isDisabled }) => (
            <MenuItem key={id} id={id} textValue={text} isDisabled={isDisabled} className={styles.item}>
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
