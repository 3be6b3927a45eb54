import { Button } from '@meadow/ui'
import { isSessionPageOnly, useUnsavedWork } from '@meadow/web'
import { useState } from 'react'
import { NoticeBar } from '../../notice-bar/notice-bar.tsx'
import { t } from './texts.ts'

/** Notice for a signed-in member whose browser refused to store the session, which a reload ends. Keeps the page from reloading itself. */
export function SessionNotice() {
  const [isRead, setIsRead] = useState(false)
  const isPageOnly = isSessionPageOnly()
  useUnsavedWork(isPageOnly)
  return (
    <NoticeBar text={isPageOnly && !isRead ? t('session.pageOnly') : undefined}>
      <Button size="s" variant="soft" onClick={() => setIsRead(true)}>
        {t('session.read')}
      </Button>
    </NoticeBar>
  )
}
