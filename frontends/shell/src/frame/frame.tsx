import { joinClassNames } from '@meadow/ui'
import { useSession, useTitleCount } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { useUnread } from '../unread/use-unread.ts'
import { useUnreadMessages } from '../unread/use-unread-messages.ts'
import { BottomBar } from './bottom-bar.tsx'
import styles from './frame.module.css'
import { TopBar } from './top-bar.tsx'

/** The bars around a page. They stay when the page inside them fails. */
export function Frame({ children }: { children: ReactNode }) {
  const isMember = useSession().status === 'authenticated'
  useTitleCount(useUnread() + useUnreadMessages())
  return (
    <div className={joinClassNames(styles['frame'], isMember && styles['barred'])}>
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
