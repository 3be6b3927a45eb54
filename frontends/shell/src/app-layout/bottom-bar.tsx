import { joinClassNames } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './navigation.module.css'
import { UnreadBadge } from './unread-badge.tsx'
import { useNavigationItems } from './use-navigation-items.ts'

/** Navigation bar at the bottom of narrow screens. */
export function BottomBar() {
  return (
    <nav className={styles['bottom']} data-transition-part="bottom-bar" aria-label={t('nav.label')}>
      {useNavigationItems().map(({ to, label, Icon, isActive, unreadCount, unreadLabel }) => (
        <Link
          key={to}
          to={to}
          className={joinClassNames(styles['item'], isActive && styles['active'])}
          aria-current={isActive ? 'page' : undefined}
        >
          <Icon aria-hidden="true" />
          {label}
          <UnreadBadge count={unreadCount} label={unreadLabel} />
        </Link>
      ))}
    </nav>
  )
}
