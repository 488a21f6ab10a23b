import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { useReadAgain, useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Refused } from '../../ui/states';
import { AccessPreviewDialog } from './access-preview-dialog';
import styles from './access.module.css';
import type { AccessPreview } from './preview';
import type { Step } from './steps';

/** Entities whose changes change access; what was read of them is old afterwards. */
const ACCESS_ENTITIES = ['Role', 'RoleAccess', 'RolePermission', 'UserRole', 'TeamMember', 'User'];

/** Statuses that say that another user was faster. */
const STALE: ReadonlySet<number> = new Set([409, 412]);

/** Appears with the first change: what it would do to whom, and saving it as one batch. */
export function StepsBar(props: {
  readonly count: number;
  readonly steps: readonly Step[];
  readonly onSaved: () => void;
  readonly onDiscard: () => void;
  /** Content above the buttons, such as that another user has changed the same. */
  readonly children?: ReactNode;
}) {
  const { count, steps, onSaved, onDiscard, children } = props;
  const { save, preview, refusal } = useSteps(steps, onSaved);
  if (count === 0) return children;
  return (
    <>
      <div className={styles.foot}>
        {!save.isPending && children}
        {refusal !== undefined && (
          <Refused refusal={refusal}>{STALE.has(refusal.status) && <p>{t('access.staleHelp')}</p>}</Refused>
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
  return (
    <div className={styles.bar}>
      <span role="status">{status}</span>
      <Button isPending={isBusy} onPress={onDiscard}>
        {t('discard')}
      </Button>
      <Button isPending={isBusy} onPress={onPreview}>
        {t('preview')}
      </Button>
      <Button look="primary" isPending={isBusy} onPress={onSave}>
        {t('save')}
      </Button>
    </div>
  );
}

/** Makes old what was read of access. */
function useReadAccessAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  const readAgain = useReadAgain();
  return () => Promise.all([readAgain(ACCESS_ENTITIES), queries.invalidateQueries({ queryKey: ['access'] })]);
}

/** Previews and saves steps: both send the same ones. */
function useSteps(steps: readonly Step[], onSaved: () => void) {
  const { service } = useStudio();
  const readAgain = useReadAccessAgain();
  const preview = useMutation({
    mutationFn: (): Promise<Answer<AccessPreview> & { readonly Truncated?: boolean }> =>
      service.call('/access/preview', { method: 'POST', body: { Changes: steps } }),
    onMutate: () => save.reset(),
  });
  const save = useWrite({
    write: ({ send }) => {
      preview.reset();
      return send('/records/batch', { method: 'POST', body: { Mode: 'Atomic', Steps: steps } });
    },
    onDone: async () => {
      await readAgain();
      onSaved();
      // The buttons are gone now; the focus goes to the title.
      document.querySelector('h1')?.focus();
    },
    onFailed: readAgain,
  });
  const [resetSave, resetPreview, sent] = [save.reset, preview.reset, JSON.stringify(steps)];
  // Other changes are another request: what was said of the former one is old.
  useEffect(() => {
    resetSave();
    resetPreview();
  }, [resetSave, resetPreview, sent]);
  const error = save.error ?? preview.error;
  return { save, preview, refusal: error instanceof Refusal ? error : undefined };
}
