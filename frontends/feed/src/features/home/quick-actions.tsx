import { Card, getTooltipProps, joinClassNames } from '@meadow/ui'
import { BookOpen, CalendarDays, Radio, UsersRound } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './home.module.css'

const QUICK_ACTIONS = [
  [BookOpen, t('home.story')],
  [Radio, t('home.live')],
  [CalendarDays, t('home.event')],
  [UsersRound, t('home.group')],
] as const

/** Quick actions of the specification that are not available yet. */
export function QuickActions() {
  const notAvailableTooltip = getTooltipProps(t('home.notAvailable'))
  return (
    <Card title={t('home.quickActions')}>
      <div className={styles['quick-actions']}>
        {QUICK_ACTIONS.map(([Icon, label]) => (
          <button
            key={label}
            type="button"
            aria-disabled="true"
            {...notAvailableTooltip}
            className={joinClassNames(notAvailableTooltip.className)}
          >
            <Icon aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
    </Card>
  )
}
