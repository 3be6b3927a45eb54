import { Brand, buttonClass, cx, IconButton, iconButtonClass, tooltip } from '@meadow/ui'
import { Link, NavLink, useSession, useTheme } from '@meadow/web'
import { House, LogOut, Moon, Sun } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './bars.module.css'
import { useLogOut } from './use-log-out.ts'

/** Brand and navigation, floating over every page; on the phone the navigation is in the bottom bar. */
export function TopBar() {
  const isMember = useSession().status === 'authenticated'
  return (
    <header className={styles['top']}>
      <div className={styles['inner']}>
        <Link to={isMember ? '/home' : '/'} aria-label={t('nav.brand')} className={styles['brand']}>
          <Brand />
        </Link>
        {isMember ? <MemberNavigation /> : <VisitorNavigation />}
      </div>
    </header>
  )
}

function MemberNavigation() {
  const logOut = useLogOut()
  const home = tooltip(t('nav.home'))
  return (
    <nav className={cx(styles['actions'], styles['wide'])} aria-label={t('nav.label')}>
      <NavLink
        to="/home"
        aria-label={t('nav.home')}
        data-tip={home['data-tip']}
        className={({ isActive }) => cx(iconButtonClass({ active: isActive }), home.className)}
      >
        <House aria-hidden="true" />
      </NavLink>
      <span className={styles['line']} />
      <ThemeButton />
      <IconButton label={t('nav.logOut')} icon={<LogOut aria-hidden="true" />} onClick={logOut} />
    </nav>
  )
}

function VisitorNavigation() {
  return (
    <nav className={styles['actions']} aria-label={t('nav.label')}>
      <ThemeButton />
      <Link to="/" className={buttonClass({ variant: 'soft' })}>
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
