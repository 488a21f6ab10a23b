import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';

export function Page() {
  return <Screen title={t('workflows')}>{undefined}</Screen>;
}
