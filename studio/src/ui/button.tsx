import { Button as AriaButton, type ButtonProps, composeRenderProps } from 'react-aria-components';
import styles from './button.module.css';

export interface Props extends ButtonProps {
  /** `primary` for the one action that a screen is for, `quiet` for those beside text. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
}

/** Look of a link that leads to where the one action of a screen is done. */
export const linkLook = (look: NonNullable<Props['look']>): string => `${styles.button} ${styles[look]} ${styles.link}`;

export function Button({ look = 'plain', className, ...props }: Props) {
  return (
    <AriaButton
      {...props}
      className={composeRenderProps(className, (own) => `${styles.button} ${styles[look]} ${own ?? ''}`)}
    />
  );
}
