import { useIsNarrowScreen } from '@meadow/features'
import { joinClassNames } from '@meadow/ui'
import {
  IdleComponent,
  matchPath,
  PageAsideProvider,
  rememberLoaded,
  tabStorage,
  useDocumentTitleCount,
  useLocation,
  useSession,
} from '@meadow/web'
import { type ReactNode, useState } from 'react'
import { t } from '../texts.ts'
import { useUnreadMessageCount } from '../unread/unread-message-count.ts'
import { useUnseenNotificationCount } from '../unread/unseen-notification-count.ts'
import styles from './app-layout.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { LeftColumn, RightColumn } from './side-columns.tsx'
import { TopBar } from './top-bar.tsx'

/**
 * Frame of the pages: both bars and, for members on wide screens, two side columns. Navigation replaces only the page
 * between them. Pages with a layout of their own hide the columns.
 */
export function AppLayout({ children }: { children: ReactNode }) {
  const { status, user } = useSession()
  const isMember = status === 'authenticated'
  const isNarrow = useIsNarrowScreen()
  const { pathname } = useLocation()
  const [asideElement, setAsideElement] = useState<Element | null>(null)
  const [wereColumnsShown, setWereColumnsShown] = useState(false)
  const unreadCount = useUnseenNotificationCount() + useUnreadMessageCount()
  useDocumentTitleCount(unreadCount)

  const showsColumns = isMember && !isNarrow && hasSideColumns(pathname)
  if (showsColumns && !wereColumnsShown) setWereColumnsShown(true)
  const hasColumns = showsColumns || (wereColumnsShown && isMember && !isNarrow)
  return (
    <div className={joinClassNames(styles['layout'], isMember && styles['with-bottom-bar'])}>
      <a className={styles['skip']} href="#content">
        {t('app.skip')}
      </a>
      <TopBar />
      <div className={joinClassNames(showsColumns && styles['columns'])}>
        {hasColumns && <LeftColumn isHidden={!showsColumns} />}
        <div id="content" tabIndex={-1} className={styles['content']} data-transition-part="page">
          {user?.canVerifyEmail &&
            !user.emailVerified &&
            hasSideColumns(pathname) &&
            tabStorage.read(`member:${user._id}:email-notice`) === null && (
              <div className={styles['email-notice']}>
                <IdleComponent key={user._id} load={loadEmailNotice} props={{}} />
              </div>
            )}
          <PageAsideProvider value={asideElement}>{children}</PageAsideProvider>
        </div>
        {hasColumns && <RightColumn isHidden={!showsColumns} pageAsideRef={setAsideElement} />}
      </div>
      {isMember && <BottomBar />}
    </div>
  )
}

const loadEmailNotice = rememberLoaded(async () => ({
  default: (await import('../email/email-notice.tsx')).EmailNotice,
}))

/** Pages with columns of their own. */
const PATHS_WITHOUT_SIDE_COLUMNS = ['/inbox', '/chat/*', '/settings/*']

/** Returns true if the page has the side columns of the frame beside it. */
const hasSideColumns = (pathname: string): boolean =>
  !PATHS_WITHOUT_SIDE_COLUMNS.some((path) => matchPath(path, pathname))
