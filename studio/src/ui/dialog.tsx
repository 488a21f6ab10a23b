import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

/** A question or a form above the page; it gives the focus back when it is closed. */
export function Dialog(props: {
  readonly title: string;
  readonly isOpen: boolean;
  /** Undefined where the dialog has to be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}) {
  const { title, isOpen, onClose, children, isWide = false } = props;
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose?.()}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
    >
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ''}`}>
        <AriaDialog className={styles.dialog}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Buttons at the end of a dialog. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
