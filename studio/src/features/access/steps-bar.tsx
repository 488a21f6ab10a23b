import type { ReactNode } from 'react';
import type { Fault } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Refused } from '../../ui/states';
import { AccessPreviewDialog } from './access-preview-dialog';
import styles from './access.module.css';
import { isStale, refusedStep, type StepsSaving } from './use-steps';

/** Appears with the first change: what it would do to whom, and saving it as one batch. */
export function StepsBar(props: {
  readonly count: number;
  readonly saving: StepsSaving;
  readonly onDiscard: () => void;
  /** Content above the buttons, such as that another user has changed the same. */
  readonly children?: ReactNode;
  /** Words and place of a fault, where the screen shows its field. */
  readonly textOf?: (fault: Fault) => string;
  readonly linkOf?: (fault: Fault) => string | undefined;
}) {
  const { count, saving, onDiscard, children, textOf, linkOf } = props;
  const { save, preview, refusal } = saving;
  if (count === 0) return children;
  return (
    <>
      <div className={styles.foot}>
        {!save.isPending && children}
        {refusal !== undefined && (
          <Refused refusal={refusal} textOf={textOf} linkOf={linkOf}>
            {isStale(saving) && <p>{t('access.staleHelp')}</p>}
            <WhyRefused refusal={refusal} {...refusedStep(saving)} />
          </Refused>
        )}
        <Bar
          status={save.progress ?? (preview.isPending ? t('loading') : t('changes', { count }))}
          isBusy={save.isPending || preview.isPending}
          onDiscard={onDiscard}
          onPreview={() => preview.mutate()}
          onSave={() => save.send()}
        />
      </div>
      {preview.data !== undefined && (
        <AccessPreviewDialog
          preview={preview.data.Result}
          isTruncated={preview.data.Truncated === true}
          onClose={preview.reset}
          onSave={() => {
            preview.reset();
            save.send();
          }}
        />
      )}
    </>
  );
}

function Bar(props: {
  readonly status: string;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
  readonly onPreview: () => void;
  readonly onSave: () => void;
}) {
  const { status, isBusy, onDiscard, onPreview, onSave } = props;
  const { me } = useStudio();
  return (
    <div className={styles.bar}>
      <span role="status">{status}</span>
      <Button isPending={isBusy} onPress={onDiscard}>
        {t('discard')}
      </Button>
      {me.IsAdministrator && (
        <Button isPending={isBusy} onPress={onPreview}>
          {t('preview')}
        </Button>
      )}
      <Button look="primary" isPending={isBusy} onPress={onSave}>
        {t('save')}
      </Button>
    </div>
  );
}
