import { abbreviateCount } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { PanelSkeleton } from './live-panel.tsx'
import { PanelError } from './panel.tsx'
import styles from './panels.module.css'
import { t } from './texts.ts'

/** Formats an hour of the day (UTC) in the zone of the device, from its full hour on. */
export const formatHour = (utcHour: number, now: Date): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(now).setUTCHours(utcHour, 0, 0, 0),
  )

/** Content of AI Insights: figures from the member's own posts, by rules that the contract states. */
export function InsightsPanel() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.insights,
    queryFn: ({ signal }) => api('GET /posts/insights', { signal }),
  })
  if (!data) return isError ? <PanelError onRetry={() => void refetch()} /> : <PanelSkeleton />
  const { waitingComments, likes, bestHour } = data
  return (
    <>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('panels.waiting')}</dt>
          <dd>{abbreviateCount(waitingComments)}</dd>
        </div>
        <div>
          <dt>{t('panels.likes')}</dt>
          <dd>{abbreviateCount(likes.thisWeek)}</dd>
          <dd className={styles['detail']}>{t('panels.likesBefore', { before: abbreviateCount(likes.lastWeek) })}</dd>
        </div>
        <div>
          <dt>{t('panels.bestHour')}</dt>
          <dd>{bestHour === null ? '–' : formatHour(bestHour, new Date())}</dd>
          {bestHour === null && <dd className={styles['detail']}>{t('panels.bestHourUnknown')}</dd>}
        </div>
      </dl>
      <p className={styles['note']}>{t('panels.insightsRules')}</p>
    </>
  )
}
