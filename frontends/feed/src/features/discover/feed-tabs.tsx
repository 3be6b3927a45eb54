import type { FeedScope } from '@meadow/features'
import { Link, useLocation } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../../texts.ts'
import styles from './discover.module.css'

/** Links between the feed of the home page and Discover, with the search beside them. */
export function FeedTabs({ scope, search }: { scope: FeedScope; search: ReactNode }) {
  const { pathname } = useLocation()
  const toTab = (to: string, label: string) => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      {label}
    </Link>
  )
  return (
    <div className={styles['header']}>
      <nav className={styles['tabs']} aria-label={t('feed.tabs')}>
        {toTab('/home', t(scope === 'all' ? 'feed.everyone' : 'feed.following'))}
        {toTab('/discover', t('feed.discover'))}
      </nav>
      {search}
    </div>
  )
}
