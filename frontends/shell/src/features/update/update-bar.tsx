import { Button } from '@meadow/ui'
import { useToast } from '@meadow/web'
import { useState } from 'react'
import { t } from './texts.ts'
import styles from './update-bar.module.css'
import { useUpdate } from './use-update.ts'

/** Bar that offers to reload the page if a newer release is ready. What is typed stays until somebody decides. */
export function UpdateBar({ reload = () => location.reload() }: { reload?: () => void }) {
  const toast = useToast()
  const isReady = useUpdate(reload, () =>
    toast({ tone: 'info', title: t('update.offlineReady'), text: t('update.offlineReadyText') }),
  )
  const [isPostponed, setIsPostponed] = useState(false)
  return (
    <div role="status" className={styles['place']}>
      {isReady && !isPostponed && (
        <div className={styles['bar']}>
          <span className={styles['text']}>{t('update.ready')}</span>
          <Button size="s" onClick={reload}>
            {t('update.reload')}
          </Button>
          <Button size="s" variant="plain" onClick={() => setIsPostponed(true)}>
            {t('update.later')}
          </Button>
        </div>
      )}
    </div>
  )
}
