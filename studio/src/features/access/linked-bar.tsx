import type { Fault } from '../../data/refusal';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Banner } from '../../ui/states';
import type { LinkedEdits } from './edits';
import { countLinkedChanges, isSameLinked, rebaseLinked, type StoredLinked } from './linked-draft';
import { linkToField } from './linked-form';
import { StepsBar } from './steps-bar';
import type { StepsSaving } from './use-steps';

/** Appears with the first change of a user or a team, as `StepsBar` does; faults lead to their fields. */
export function LinkedBar<Part extends string>(props: {
  readonly edits: LinkedEdits<Part>;
  readonly stored: StoredLinked<Part>;
  readonly saving: StepsSaving;
  readonly textOf: (fault: Fault) => string;
}) {
  const { edits, stored, saving, textOf } = props;
  return (
    <StepsBar
      count={countLinkedChanges(edits.draft)}
      saving={saving}
      onDiscard={edits.reset}
      textOf={textOf}
      linkOf={linkToField}
    >
      <ChangedMeanwhile edits={edits} stored={stored} />
    </StepsBar>
  );
}

/** Says that another user has changed the user or team that is edited, and goes on from what is stored by now. */
function ChangedMeanwhile<Part extends string>(props: {
  readonly edits: LinkedEdits<Part>;
  readonly stored: StoredLinked<Part>;
}) {
  const { edits, stored } = props;
  if (!edits.isChanged || isSameLinked(edits.base, stored)) return undefined;
  return (
    <Banner look="warning">
      <p>{t('access.changedByOthers')}</p>
      <div>
        <Button onPress={() => edits.replace(rebaseLinked(edits.draft, edits.base, stored), stored)}>
          {t('access.goOn')}
        </Button>
      </div>
    </Banner>
  );
}
