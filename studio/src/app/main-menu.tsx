import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { mayCreate, pluralOf, readableEntities } from '../data/entity';
import { useStudio } from '../queries/studio';
import { t } from '../text/text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import styles from './shell.module.css';
import { Count, useTaskCount } from './waiting';

interface Props {
  readonly isNarrow: boolean;
  readonly openPalette: () => void;
}

/** Ways to the screens, by what the caller may do. */
export function MainMenu({ isNarrow, openPalette }: Props) {
  const { pathname } = useLocation();
  // Another screen closes what was opened over the one before.
  return isNarrow ? <NarrowMenu key={pathname} openPalette={openPalette} /> : <AllLinks />;
}

function NarrowMenu({ openPalette }: Pick<Props, 'openPalette'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WorkLinks />
      <Button look="quiet" onPress={openPalette}>
        {t('search')}
      </Button>
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('more')}
      </Button>
      <Dialog title={t('menu')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className={styles.menu}>
          <AllLinks />
        </div>
      </Dialog>
    </>
  );
}

function WorkLinks() {
  const { service } = useStudio();
  const count = useTaskCount();
  const params = service.environment!;
  return (
    <>
      <Link className={styles.link} to="/$tenant/$app/$environment" params={params} activeOptions={{ exact: true }}>
        {t('home')}
      </Link>
      <Link
        className={styles.link}
        to="/$tenant/$app/$environment/inbox"
        params={params}
        aria-label={count === 0 ? t('inbox') : t('inbox.count', { count })}
      >
        {t('inbox')} <Count count={count} />
      </Link>
    </>
  );
}

function AllLinks() {
  const { entities, service, me } = useStudio();
  const params = service.environment!;
  const shown = readableEntities(entities);
  return (
    <>
      <h2 className={styles.group}>{t('menu.work')}</h2>
      <WorkLinks />
      {shown.map((entity) => (
        <Link
          key={entity.EntityName}
          className={styles.link}
          to="/$tenant/$app/$environment/records/$entity"
          params={{ ...params, entity: entity.EntityName }}
        >
          {pluralOf(entity)}
        </Link>
      ))}
      <Link className={styles.link} to="/$tenant/$app/$environment/run" params={params}>
        {t('workflows')}
      </Link>
      <h2 className={styles.group}>{t('menu.access')}</h2>
      {me.IsAdministrator && (
        <Link className={styles.link} to="/$tenant/$app/$environment/access/roles" params={params}>
          {t('roles')}
        </Link>
      )}
      {(mayCreate(entities, 'User') || mayCreate(entities, 'Team')) && (
        <Link className={styles.link} to="/$tenant/$app/$environment/access/users" params={params}>
          {t('users')}
        </Link>
      )}
      <Link className={styles.link} to="/$tenant/$app/$environment/access/explain" params={params}>
        {t('explain')}
      </Link>
    </>
  );
}
