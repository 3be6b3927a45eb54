import {
  BrandMark,
  getButtonClassName,
  getIconButtonClassName,
  getTooltipProps,
  IconButton,
  joinClassNames,
} from '@meadow/ui'
import { IdleComponent, Link, useLocation, useSession, useTheme } from '@meadow/web'
import { LogOut, Moon, Search, Settings, Sun } from 'lucide-react'
import { loadNamedExport } from '../lazy-page/load-named-export.ts'
import { t } from '../texts.ts'
import styles from './navigation.module.css'
import { OfflineBar } from './offline-bar.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import { useLogOut } from './use-log-out.ts'
import { type NavigationItem, useIsOwnProfile, useNavigationItems } from './use-navigation-items.ts'

/** Floating bar with brand and navigation. On narrow screens the navigation moves to the bottom bar. */
export function TopBar() {
  const isMember = useSession().status === 'authenticated'
  return (
    <header className={styles['top']} data-transition-part="top-bar">
      <div className={styles['inner']}>
        <Link to={isMember ? '/home' : '/'} aria-label={t('nav.brand')} className={styles['brand']}>
          <BrandMark />
          <span className={styles['brand-name']}>{t('nav.brandName')}</span>
          <span className={styles['brand-short-name']}>{t('nav.brandShortName')}</span>
        </Link>
        {isMember && <MemberSearch />}
        {isMember ? <MemberNavigation /> : <VisitorNavigation />}
      </div>
      <OfflineBar />
    </header>
  )
}

/** Search field, and a link to the search page in its place until it is loaded, and on narrow screens. That page has a field of its own. */
function MemberSearch() {
  const { pathname } = useLocation()
  if (pathname === '/search') return null
  return (
    <>
      <IdleComponent load={loadSearchBox} props={{}} />
      <Link to="/search" className={styles['search']}>
        <Search aria-hidden="true" />
        <span>{t('nav.search')}</span>
      </Link>
    </>
  )
}

function MemberNavigation() {
  const logOut = useLogOut()
  const isOwnProfile = useIsOwnProfile() // where phones have a button to log out, too
  return (
    <div className={styles['actions']}>
      <nav className={joinClassNames(styles['actions'], styles['wide'])} aria-label={t('nav.label')}>
        {useNavigationItems().map((item) => (
          <NavigationLink key={item.to} item={item} />
        ))}
        <span className={styles['line']} />
      </nav>
      <LazyInstallButton />
      <ThemeButton />
      <Link to="/settings" aria-label={t('nav.settings')} {...getIconLinkProps(t('nav.settings'))}>
        <Settings aria-hidden="true" />
      </Link>
      <IconButton
        {...(!isOwnProfile && { className: styles['wide'] })}
        label={t('nav.logOut')}
        icon={<LogOut aria-hidden="true" />}
        onClick={logOut}
      />
    </div>
  )
}

function NavigationLink({ item }: { item: NavigationItem }) {
  const { to, label, Icon, isActive, unreadCount, unreadLabel } = item
  return (
    <Link to={to} aria-current={isActive ? 'page' : undefined} {...getIconLinkProps(label, isActive)}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      <UnreadBadge count={unreadCount} label={unreadLabel} />
    </Link>
  )
}

/** Returns the props of a link that looks like an icon button, with its tooltip. */
function getIconLinkProps(label: string, active = false) {
  const { className, ...tip } = getTooltipProps(label)
  return { ...tip, className: joinClassNames(getIconButtonClassName({ active }), className) }
}

function VisitorNavigation() {
  const { pathname, search, hash } = useLocation()
  return (
    <nav className={styles['actions']} aria-label={t('nav.label')}>
      <LazyInstallButton />
      <ThemeButton />
      <Link to="/" state={{ next: pathname + search + hash }} className={getButtonClassName({ variant: 'soft' })}>
        {t('nav.signIn')}
      </Link>
    </nav>
  )
}

function ThemeButton() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton
      label={t(isDark ? 'nav.toLight' : 'nav.toDark')}
      icon={isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={toggle}
    />
  )
}

const loadSearchBox = loadNamedExport(() => import('../features/search-box/search-box.tsx'), 'SearchBox')
const loadInstallButton = loadNamedExport(() => import('../features/install/install-button.tsx'), 'InstallButton')

/** `InstallButton`, whose code is loaded when the page is idle. */
const LazyInstallButton = () => <IdleComponent load={loadInstallButton} props={{}} />
