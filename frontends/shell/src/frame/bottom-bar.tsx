import { cx } from '@meadow/ui'
import { NavLink, useTheme } from '@meadow/web'
import { House, LogOut, Moon, Sun } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './bars.module.css'
import { useLogOut } from './use-log-out.ts'

/** The navigation of the phone, within reach of the thumb. */
export function BottomBar() {
  const logOut = useLogOut()
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <nav className={styles['bottom']} aria-label={t('nav.label')}>
      <NavLink to="/home" className={({ isActive }) => cx(styles['item'], isActive && styles['here'])}>
        <House aria-hidden="true" />
        {t('nav.home')}
      </NavLink>
      <button type="button" className={styles['item']} onClick={toggle}>
        {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        {t(isDark ? 'nav.light' : 'nav.dark')}
      </button>
      <button type="button" className={styles['item']} onClick={logOut}>
        <LogOut aria-hidden="true" />
        {t('nav.logOut')}
      </button>
    </nav>
  )
}
