import { Button, Card, Empty } from '@meadow/ui'
import { useTitle } from '@meadow/web'
import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../texts.ts'
import styles from './remotes.module.css'
import type { RemoteName } from './remotes.ts'

/** In place of a remote that did not load. Tries again by itself when the network is back. */
export function DeadRemote({ name, onRetry }: { name: RemoteName; onRetry: () => void }) {
  const title = t('remote.dead', { part: t(`remote.${name}`) })
  useTitle(title)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => retry()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  return (
    <main className={styles['dead']}>
      <Card as="div" role="alert">
        <Empty
          level={1}
          title={title}
          action={
            <Button variant="soft" onClick={onRetry}>
              <RotateCw size={18} aria-hidden="true" />
              {t('remote.retry')}
            </Button>
          }
        >
          {t('remote.deadText')}
        </Empty>
      </Card>
    </main>
  )
}
