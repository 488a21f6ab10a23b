import { Link } from '@tanstack/react-router';
import { labelOf, pluralOf } from '../data/entity';
import { useStudio } from '../data/studio';
import { t } from '../text/text';
import { Page, Section } from '../ui/page';
import { Empty } from '../ui/states';
import styles from './app.module.css';

/** Where a day begins: ways to the caller's records. */
export function Home() {
  const { me, entities, service } = useStudio();
  const params = service.environment!;
  const shown = entities.filter(({ IsSystem, Read }) => IsSystem !== true && Read !== 'None');
  return (
    <Page title={t('welcome', { name: me.DisplayName })}>
      <Section title={t('records')}>
        {shown.length === 0 && <Empty text={t('noEntities')} />}
        <ul className={styles.cards}>
          {shown.map((entity) => (
            <li key={entity.EntityName} className={styles.card}>
              <Link to="/$tenant/$app/$environment/records/$entity" params={{ ...params, entity: entity.EntityName }}>
                {pluralOf(entity)}
              </Link>
              {entity.Create !== 'None' && (
                <Link
                  to="/$tenant/$app/$environment/records/$entity/new"
                  params={{ ...params, entity: entity.EntityName }}
                  aria-label={t('newOf', { entity: labelOf(entity) })}
                >
                  {t('new')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
