import { joinClassNames, Spinner } from '@meadow/ui'
import { useToast } from '@meadow/web'
import { ArrowDown } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { getErrorDescription } from '../../get-error-description.ts'
import { t } from '../../texts.ts'
import { PULL_THRESHOLD_PX } from './pull-gesture.ts'
import styles from './pull-to-refresh.module.css'
import { usePull } from './use-pull.ts'

type RefreshState = 'idle' | 'refreshing' | 'succeeded'

export type PullToRefreshProps = {
  /** Fetches the list again. Rejects if that fails. */
  onRefresh: () => Promise<unknown>
}

/**
 * Refreshes the page when a finger pulls it down from its top. Announces a success to screen readers, and shows a failure as a
 * toast.
 */
export function PullToRefresh({ onRefresh }: PullToRefreshProps) {
  const element = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<RefreshState>('idle')
  const toast = useToast()
  const isRefreshing = state === 'refreshing'
  const refresh = () => {
    if (isRefreshing) return
    setState('refreshing')
    onRefresh().then(
      () => setState('succeeded'),
      (error: Error) => {
        setState('idle')
        toast({ tone: 'error', title: t('refresh.failed'), text: getErrorDescription(error) })
      },
    )
  }
  const pulled = usePull(element, refresh)
  const distance = isRefreshing ? PULL_THRESHOLD_PX : pulled
  return (
    <div ref={element} className={styles['place']}>
      {distance > 0 && (
        <div
          className={joinClassNames(
            styles['indicator'],
            isRefreshing && styles['refreshing'],
            pulled >= PULL_THRESHOLD_PX && styles['ready'],
          )}
          style={{ '--pulled': `${distance}px` } as CSSProperties}
        >
          {isRefreshing ? <Spinner label={t('refresh.refreshing')} /> : <ArrowDown aria-hidden="true" />}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {state === 'succeeded' && t('refresh.done')}
      </span>
    </div>
  )
}
