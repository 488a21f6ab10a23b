import { Link, Outlet, useNavigate, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isProduction } from '../data/service';
import { useStudio } from '../queries/studio';
import { formatTime } from '../text/dates';
import { t } from '../text/text';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { NARROW, useMedia } from '../ui/media';
import { Banner, Loading } from '../ui/states';
import type { LiveState } from './live';
import { MainMenu } from './main-menu';
import { applyTheme, chosenTheme, rememberDevUser, type Theme } from './remembered';
import styles from './shell.module.css';
import { NoticesLink, WaitingSaid } from './waiting';

const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));

/** The frame of all screens: bar, menu, and the screen between them. */
export function Shell({ live }: { readonly live: LiveState }) {
  const isNarrow = useMedia(NARROW);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <Bar live={live} isNarrow={isNarrow} openPalette={() => setPaletteOpen(true)} />
      <nav className={isNarrow ? styles.bottom : styles.side} aria-label={t('menu')}>
        <MainMenu isNarrow={isNarrow} openPalette={() => setPaletteOpen(true)} />
      </nav>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Offline live={live} />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>{isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}</Suspense>
      <Announcements live={live} />
      <WaitingSaid />
    </div>
  );
}

function Bar(props: { readonly live: LiveState; readonly isNarrow: boolean; readonly openPalette: () => void }) {
  const { live, isNarrow, openPalette } = props;
  const { service } = useStudio();
  const { environment } = service;
  useSyncExternalStore(live.subscribe, live.version);
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.environment} data-production={isProduction(environment!.environment)}>
        {!isNarrow && <span>{environment!.app}</span>}
        <strong title={environment!.environment}>{environment!.environment}</strong>
      </Link>
      {!isNarrow && (
        <Button look="quiet" onPress={openPalette}>
          {t('search')} <kbd>{t('searchKey')}</kbd>
        </Button>
      )}
      <span className={styles.live} data-live={live.isLive}>
        {t(live.isLive ? 'live' : 'notLive')}
      </span>
      <NoticesLink isNarrow={isNarrow} />
      <UserMenu />
    </header>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function UserMenu() {
  const { me } = useStudio();
  const { session } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const [theme, setTheme] = useState(chosenTheme());
  const choose = (to: Theme): void => {
    applyTheme(to);
    setTheme(to);
  };
  const themes = THEMES.filter((each) => each !== theme);
  return (
    <Menu
      look="quiet"
      label={t('userMenu', { name: me.DisplayName })}
      actions={[
        ...themes.map((each) => ({ id: each, text: t(`theme.${each}`), run: () => choose(each) })),
        { id: 'environments', text: t('environments'), run: () => void navigate({ to: '/' }) },
        {
          id: 'out',
          text: t('signOut'),
          run: () => {
            rememberDevUser(undefined);
            session.signOut();
          },
        },
      ]}
    >
      {me.DisplayName}
    </Menu>
  );
}

/** Says since when changes do not arrive; what is shown stays usable. */
function Offline({ live }: { readonly live: LiveState }) {
  useSyncExternalStore(live.subscribe, live.version);
  if (live.since === undefined) return undefined;
  return <Banner look="warning">{t('pausedSince', { time: formatTime(live.since.toISOString()) })}</Banner>;
}

/** Says the latest notice to screen readers, and shows it for those who look. */
function Announcements({ live }: { readonly live: LiveState }) {
  useSyncExternalStore(live.subscribe, live.version);
  const [closed, setClosed] = useState<string>();
  const { latest } = live;
  const isShown = latest !== undefined && latest.Id !== closed;
  return (
    <div className={styles.announcements} role="status">
      {isShown && (
        <div className={styles.notice}>
          <span>{latest.Message}</span>
          <Button look="quiet" aria-label={t('close')} onPress={() => setClosed(latest.Id)}>
            ×
          </Button>
        </div>
      )}
    </div>
  );
}
