import type { FeedScope } from '@meadow/features'
import { Link, useLocation } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './discover.module.css'

/** Links between the feed of the home page and Discover. */
export function FeedTabs({ scope }: { scope: FeedScope }) {
  const { pathname } = useLocation()
  const toTab = (to: string, label: string) => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      {label}
    </Link>
  )
  return (
    <nav className={styles['tabs']} aria-label={t('feed.tabs')}>
      {toTab('/home', t(scope === 'all' ? 'feed.everyone' : 'feed.following'))}
      {toTab('/discover', t('feed.discover'))}
    </nav>
  )
}
