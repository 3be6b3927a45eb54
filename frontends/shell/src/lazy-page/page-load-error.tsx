import { Button, Card, EmptyState } from '@meadow/ui'
import { useDocumentTitle } from '@meadow/web'
import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../texts.ts'
import styles from './lazy-page.module.css'

/** Error panel of a page that failed to load. Retries when the browser is online again. */
export function PageLoadError({ name, onRetry }: { name: string; onRetry: () => void }) {
  const title = t('remote.loadFailed', { part: name })
  useDocumentTitle(title)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => retry()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  return (
    <main className={styles['load-error']}>
      <Card as="div" role="alert">
        <EmptyState
          level={1}
          title={title}
          action={
            <Button variant="soft" onClick={onRetry}>
              <RotateCw size={18} aria-hidden="true" />
              {t('remote.retry')}
            </Button>
          }
        >
          {t('remote.loadFailedText')}
        </EmptyState>
      </Card>
    </main>
  )
}
