import { joinClassNames } from '@meadow/ui'
import { useDocumentTitleCount, useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { useUnreadMessageCount } from '../unread/unread-message-count.ts'
import { useUnreadNotificationCount } from '../unread/unread-notification-count.ts'
import styles from './app-layout.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** Layout with both navigation bars. They keep working if the page inside fails. */
export function AppLayout({ children }: { children: ReactNode }) {
  const isMember = useSession().status === 'authenticated'
  useDocumentTitleCount(useUnreadNotificationCount() + useUnreadMessageCount())
  return (
    <div className={joinClassNames(styles['layout'], isMember && styles['with-bottom-bar'])}>
      <a className={styles['skip']} href="#content">
        {t('app.skip')}
      </a>
      <TopBar />
      <div id="content" tabIndex={-1} className={styles['content']}>
        {children}
      </div>
      {isMember && <BottomBar />}
    </div>
  )
}
