import type { NotificationView } from '@meadow/contracts/browser'
import { InfiniteList, ListEnd, PullToRefresh, SidebarLayout } from '@meadow/features'
import { Button, Card, Chips, EmptyState, IconButton, Skeleton } from '@meadow/ui'
import { useDocumentTitle, useOutbox } from '@meadow/web'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { AlertFilter } from './alert-cache.ts'
import { AlertItem, toNoticeText } from './alert-item.tsx'
import styles from './alerts.module.css'
import { readAlertAction } from './read-alert-action.ts'
import { t } from './texts.ts'
import { useAlertCounts, useAlerts } from './use-alerts.ts'
import { useSeeAlerts } from './use-see-alerts.ts'

const PREFETCH_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('alerts.loading'), failed: t('alerts.failed'), moreFailed: t('alerts.failed') }
const LIST_SKELETONS = { first: <AlertSkeletons count={5} />, more: <AlertSkeletons count={3} /> }

const ALERT_FILTERS = [
  { value: 'all', label: t('alerts.all') },
  { value: 'like', label: t('alerts.likes') },
  { value: 'comment', label: t('alerts.comments') },
  { value: 'follow', label: t('alerts.follows') },
  { value: 'mention', label: t('alerts.mentions') },
  { value: 'share', label: t('alerts.shares') },
] as const satisfies { value: AlertFilter; label: string }[]

/** Notifications page, newest first. */
export function AlertsPage() {
  useDocumentTitle(t('alerts.title'))
  const [filter, setFilter] = useState<AlertFilter>('all')
  const { alerts, ...pages } = useAlerts(filter)
  const { counts, unread } = useAlertCounts()
  const markRead = useMarkAlertsRead()
  const [newest] = alerts
  const newestRow = useSeeAlerts(newest?.updatedAt)
  return (
    <SidebarLayout>
      <PullToRefresh onRefresh={() => pages.refetch({ throwOnError: true })} />
      <Card as="div" className={styles['card']}>
        <AlertsHeader unread={pages.data && unread.all} filter={filter} counts={counts} onFilter={setFilter}>
          {newest && alerts.some(({ isRead }) => !isRead) && (
            <Button variant="quiet" size="s" onClick={() => markRead.all({ filter, before: newest.updatedAt })}>
              {t('alerts.markAllRead')}
            </Button>
          )}
        </AlertsHeader>
        <InfiniteList
          query={pages}
          distance={PREFETCH_DISTANCE_PX}
          isEmpty={alerts.length === 0}
          hasCards={false}
          texts={LIST_TEXTS}
          skeletons={LIST_SKELETONS}
          empty={<EmptyState title={t('alerts.empty')}>{t('alerts.emptyText')}</EmptyState>}
          end={<ListEnd>{t('alerts.end')}</ListEnd>}
        >
          <ul>
            {alerts.map((alert) => (
              <AlertItem
                key={alert._id}
                alert={alert}
                ref={alert === newest ? newestRow : undefined}
                onRead={() => alert.isRead || markRead.one(alert._id)}
              />
            ))}
          </ul>
        </InfiniteList>
      </Card>
      <NewAlertAnnouncer text={newest && !newest.isRead ? toAnnouncement(newest) : ''} />
    </SidebarLayout>
  )
}

const toAnnouncement = (alert: NotificationView): string =>
  alert.type === 'other' ? toNoticeText(alert) : `${alert.from.fullName} ${alert.text}`

type AlertsHeaderProps = {
  /** Undefined until loaded. */
  unread: number | undefined
  filter: AlertFilter
  counts: Record<(typeof ALERT_FILTERS)[number]['value'], number>
  onFilter: (filter: AlertFilter) => void
  children: React.ReactNode
}

function AlertsHeader({ unread, filter, counts, onFilter, children }: AlertsHeaderProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <header className={styles['header']}>
      <div className={styles['title']}>
        <div>
          <h1>{t('alerts.title')}</h1>
          <p>
            {unread === undefined ? '\u00a0' : unread > 0 ? t('alerts.unread', { count: unread }) : t('alerts.none')}
          </p>
        </div>
        <div className={styles['tools']}>
          {children}
          <IconButton
            label={t('alerts.filter')}
            icon={<SlidersHorizontal aria-hidden="true" />}
            active={isOpen}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          />
        </div>
      </div>
      <div id={id} hidden={!isOpen}>
        <Chips
          label={t('alerts.filter')}
          chips={ALERT_FILTERS.map((chip) => ({ ...chip, count: counts[chip.value] }))}
          value={filter}
          onChange={onFilter}
        />
      </div>
    </header>
  )
}

/** Announces new notifications to screen readers while the page is open. */
function NewAlertAnnouncer({ text }: { text: string }) {
  const [first] = useState(text)
  return (
    <p className="visually-hidden" role="status">
      {text === first ? '' : text}
    </p>
  )
}

/** Placeholders of notifications, in the shape of a row with a preview. */
function AlertSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
    <div key={at} className={styles['item']}>
      <Skeleton width={40} height={40} round />
      <div className={styles['lines']}>
        <Skeleton width="55%" height={15} />
        <Skeleton width="80%" height={12} />
      </div>
    </div>
  ))
}

/**
 * Returns functions that mark notifications as read: `one`, or `all` that match a filter and are not newer than `before`. The
 * cached lists change at once, and the outbox sends the mark.
 */
function useMarkAlertsRead() {
  const outbox = useOutbox()
  return {
    one: (id: string) => void outbox.add(readAlertAction, { id, isAutomatic: false }),
    all: (read: { filter: AlertFilter; before: string }) => void outbox.add(readAlertAction, read),
  }
}
