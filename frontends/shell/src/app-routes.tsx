import {
  IdleComponent,
  OutboxStarter,
  PageAnnouncer,
  Route,
  Routes,
  ScrollRestoration,
  useFocusHeading,
  useLinkIntent,
  useSession,
  useShownLocation,
} from '@meadow/web'
import { COMPOSE_PATH, START_PATH } from './app-paths.ts'
import { SignedInOnly, SignedOutOnly } from './features/access/guards.tsx'
import { SessionLoading } from './features/access/session-loading.tsx'
import { useLiveAlerts } from './features/alerts/use-live-alerts.ts'
import { LazyPushAgent } from './features/push/agent/lazy-push-agent.tsx'
import { ComposeRedirect, StartRedirect, useRememberPath } from './features/start/start-redirects.tsx'
import { AppUpdates } from './features/update/app-updates.tsx'
import { WaitingDialogs } from './features/waiting/waiting-dialogs.tsx'
import { Frame } from './frame.tsx'
import { FRAME_PAGES } from './frame-pages.ts'
import { LazyPage } from './lazy-page/lazy-page.tsx'
import { loadNamedExport } from './lazy-page/load-named-export.ts'
import { usePreloadFirstProfile, usePreloadPage } from './preload-page.ts'
import { RemotePage } from './remote-page.tsx'
import { t } from './texts.ts'
import { useLiveUnreadMessageCount } from './unread/unread-message-count.ts'

const loadSignInPage = loadNamedExport(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage')
const loadSignUpPage = loadNamedExport(() => import('./features/sign-up/sign-up-page.tsx'), 'SignUpPage')
const loadStandalonePage = loadNamedExport(() => import('./standalone-page.tsx'), 'StandalonePage')
const loadIdleFeatures = loadNamedExport(() => import('./idle-features.tsx'), 'IdleFeatures')

const fullScreenSkeleton = { skeleton: <SessionLoading /> }

/** Pages without the frame that are seldom visited: those of links in mails, and the legal texts. */
const STANDALONE_PATHS = [
  '/success',
  '/oauth/callback',
  '/forgot-password',
  '/reset-password',
  '/receipts/:id',
  '/verify-email',
  '/change-email',
  '/approve-email-change',
  '/terms',
  '/privacy',
]

/** Routes of the shell. The paths of the remotes are in features/remotes/remotes.ts. */
export function AppRoutes() {
  const { user } = useSession()
  useLiveAlerts()
  useLiveUnreadMessageCount()
  useRememberPath()
  usePreloadFirstProfile()
  const preloadPage = usePreloadPage()
  useLinkIntent((pathname) => void preloadPage(pathname))
  const shown = useShownLocation(preloadPage)
  useFocusHeading(shown)
  return (
    <>
      <Routes location={shown.location}>
        <Route element={<SignedOutOnly />}>
          <Route
            path="/"
            element={<LazyPage title={t('nav.signIn')} load={loadSignInPage} {...fullScreenSkeleton} />}
          />
          <Route
            path="/signup"
            element={<LazyPage title={t('nav.brandName')} load={loadSignUpPage} {...fullScreenSkeleton} />}
          />
        </Route>
        <Route
          path={START_PATH}
          element={
            <SignedInOnly>
              <StartRedirect />
            </SignedInOnly>
          }
        />
        <Route
          path={COMPOSE_PATH}
          element={
            <SignedInOnly>
              <ComposeRedirect />
            </SignedInOnly>
          }
        />
        <Route element={<Frame />}>
          {FRAME_PAGES.map(({ path, title, load }) => (
            <Route key={path} path={path} element={<LazyPage title={title} load={load} />} />
          ))}
          {/* One route for all remotes: a remote stays mounted during navigation inside it. */}
          <Route path="*" element={<RemotePage />} />
        </Route>
        {STANDALONE_PATHS.map((path) => (
          <Route
            key={path}
            path={path}
            element={<LazyPage title={t('nav.brandName')} load={loadStandalonePage} {...fullScreenSkeleton} />}
          />
        ))}
      </Routes>
      {user && <OutboxStarter key={user._id} />}
      {user && <WaitingDialogs />}
      {user && <IdleComponent key={`${user._id}:idle`} load={loadIdleFeatures} props={{}} />}
      <AppUpdates />
      <LazyPushAgent />
      <ScrollRestoration {...shown} />
      <PageAnnouncer {...shown} />
    </>
  )
}
