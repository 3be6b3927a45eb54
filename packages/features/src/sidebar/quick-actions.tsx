import { Card } from '@meadow/ui'
import { Link } from '@meadow/web'
import { Bookmark, BookOpen, CalendarDays, ChevronDown, Radio, UsersRound } from 'lucide-react'
import styles from './quick-actions.module.css'
import { t } from './texts.ts'

const QUICK_ACTIONS = [
  [BookOpen, t('sidebar.story'), t('sidebar.noStories')],
  [Radio, t('sidebar.live'), t('sidebar.notAvailable')],
  [CalendarDays, t('sidebar.event'), t('sidebar.notAvailable')],
] as const

/** Bookmarks, a new group, and the quick actions of the specification, folded because most are not available yet. */
export function QuickActions() {
  return (
    <Card as="div">
      <details className={styles['more']}>
        <summary>
          {t('sidebar.quickActions')}
          <ChevronDown aria-hidden="true" />
        </summary>
        <ul>
          <li>
            <Link to="/bookmarks">
              <Bookmark aria-hidden="true" />
              {t('sidebar.bookmarks')}
            </Link>
          </li>
          <li>
            <Link to="/inbox?new=group">
              <UsersRound aria-hidden="true" />
              {t('sidebar.group')}
            </Link>
          </li>
          {QUICK_ACTIONS.map(([Icon, label, state]) => (
            <li key={label}>
              <button type="button" aria-disabled="true">
                <Icon aria-hidden="true" />
                {label}
                <span>{state}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
