import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Banner } from '../../ui/states';
import type { LinkedEdits } from './edits';
import { isSameLinked, rebaseLinked, type StoredLinked } from './linked-draft';

/** Says that another user has changed the user or team that is edited, and goes on from what is stored by now. */
export function ChangedMeanwhile<Part extends string>(props: {
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
