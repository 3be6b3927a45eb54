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
import { type ReactNode, useEffect, useState } from 'react'
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
  useAppBadge(unreadCount)

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
          {user?.canVerifyEmail && !user.emailVerified && (
            <EmailNoticePlace key={user._id} memberId={user._id} isOnPage={hasSideColumns(pathname)} />
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

/**
 * Place of the notice about an address that is not confirmed, until the member hides it in this tab. It is kept from the start: the code
 * of the notice is loaded when the page is idle. Pages with columns of their own do not show it.
 */
function EmailNoticePlace({ memberId, isOnPage }: { memberId: string; isOnPage: boolean }) {
  const key = `member:${memberId}:email-notice` as const
  const [isHidden, setIsHidden] = useState(() => tabStorage.read(key) !== null)
  const isShown = isOnPage && !isHidden
  const hide = () => {
    tabStorage.write(key, 'hidden')
    setIsHidden(true)
  }
  return (
    <div className={joinClassNames(isShown && styles['email-notice'])}>
      <IdleComponent load={loadEmailNotice} props={{ isShown, onHide: hide }} />
    </div>
  )
}

/** Pages with columns of their own. */
const PATHS_WITHOUT_SIDE_COLUMNS = ['/inbox', '/chat/*', '/settings/*']

/** Returns true if the page has the side columns of the frame beside it. */
const hasSideColumns = (pathname: string): boolean =>
  !PATHS_WITHOUT_SIDE_COLUMNS.some((path) => matchPath(path, pathname))

/** Shows a count on the icon of the installed app. Removes it at sign-out, when the navigation goes. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    navigator.setAppBadge?.(count).catch(() => undefined) // not every system has badges; 0 removes it
  }, [count])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
