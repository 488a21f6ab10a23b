import type { Entity } from '../../data/entity';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Banner } from '../../ui/states';
import type { LinkedEdits } from './edits';
import { isSameLinked, rebaseLinked, type StoredLinked } from './linked-draft';

/** Says that another user has changed the user or team that is edited, and goes on from what is stored by now. */
export function ChangedMeanwhile<Part extends string>(props: {
  readonly entity: Entity;
  readonly edits: LinkedEdits<Part>;
  readonly stored: StoredLinked<Part>;
}) {
  const { entity, edits, stored } = props;
  if (!edits.isChanged || isSameLinked(edits.base, stored)) return undefined;
  return (
    <Banner look="warning">
      <p>{t('access.changedByOthers')}</p>
      <div>
        <Button onPress={() => edits.replace(rebaseLinked(entity, edits.draft, edits.base, stored), stored)}>
          {t('access.goOn')}
        </Button>
      </div>
    </Banner>
  );
}
