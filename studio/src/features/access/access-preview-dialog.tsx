import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { AccessChanges } from './access-changes';
import { type AccessPreview, isNothing } from './preview';

/** Shows who would gain and lose what; nothing has been stored. */
export function AccessPreviewDialog(props: {
  readonly preview: AccessPreview;
  /** True where the service has left users out. */
  readonly isTruncated: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  const { preview, isTruncated, onClose, onSave } = props;
  return (
    <Dialog title={t('access.previewTitle')} isOpen isWide onClose={onClose}>
      <p>{t(isNothing(preview) ? 'access.previewNothing' : 'preview.text')}</p>
      <AccessChanges preview={preview} isTruncated={isTruncated} />
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" onPress={onSave}>
          {t('save')}
        </Button>
      </Actions>
    </Dialog>
  );
}
