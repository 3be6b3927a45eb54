import { Button } from '@meadow/ui'
import { useToast } from '@meadow/web'
import { useState } from 'react'
import { NoticeBar } from '../../notice-bar/notice-bar.tsx'
import { t } from './texts.ts'
import { useUpdate } from './use-update.ts'

/** Bar that offers to reload the page if a newer release is ready. What is typed stays until somebody decides. */
export function UpdateBar({ reload = () => location.reload() }: { reload?: () => void }) {
  const toast = useToast()
  const isReady = useUpdate(reload, () =>
    toast({ tone: 'info', title: t('update.offlineReady'), text: t('update.offlineReadyText') }),
  )
  const [isPostponed, setIsPostponed] = useState(false)
  return (
    <NoticeBar text={isReady && !isPostponed ? t('update.ready') : undefined}>
      <Button size="s" onClick={reload}>
        {t('update.reload')}
      </Button>
      <Button size="s" variant="plain" onClick={() => setIsPostponed(true)}>
        {t('update.later')}
      </Button>
    </NoticeBar>
  )
}
