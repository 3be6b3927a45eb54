import { useLiveCacheUpdates } from '@meadow/features'
import {
  IdleComponent,
  OutboxStarter,
  PageAnnouncer,
  Route,
  Routes,
  ScrollRestoration,
  tabStorage,
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
const loadForgotPasswordPage = loadNamedExport(
  () => import('./features/forgot-password/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
const loadResetPasswordPage = loadNamedExport(
  () => import('./features/forgot-password/reset-password-page.tsx'),
  'ResetPasswordPage',
)
const loadReceiptPage = loadNamedExport(() => import('./features/receipt/receipt-page.tsx'), 'ReceiptPage')
const loadVerifyEmailPage = loadNamedExport(
  () => import('./features/verify-email/verify-email-page.tsx'),
  'VerifyEmailPage',
)
const loadChangeEmailPage = loadNamedExport(
  () => import('./features/change-email/change-email-page.tsx'),
  'ChangeEmailPage',
)
const loadApproveEmailChangePage = loadNamedExport(
  () => import('./features/change-email/change-email-page.tsx'),
  'ApproveEmailChangePage',
)
const loadSuccessPage = loadNamedExport(() => import('./features/success/success-page.tsx'), 'SuccessPage')
const loadNewMessageToasts = loadNamedExport(
  () => import('./features/messages/new-message-toasts.tsx'),
  'NewMessageToasts',
)
const loadSessionNotice = loadNamedExport(() => import('./features/access/session-notice.tsx'), 'SessionNotice')
const loadGuestActionRunner = loadNamedExport(
  () => import('./features/guest/guest-action-runner.tsx'),
  'GuestActionRunner',
)
const loadTermsPage = loadNamedExport(() => import('./features/legal/legal-page.tsx'), 'TermsPage')
const loadPrivacyPage = loadNamedExport(() => import('./features/legal/legal-page.tsx'), 'PrivacyPage')

const fullScreenSkeleton = { skeleton: <SessionLoading /> }

/** Routes of the shell. The paths of the remotes are in features/remotes/remotes.ts. */
export function AppRoutes() {
  const { user } = useSession()
  useLiveCacheUpdates()
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
            element={<LazyPage title={t('signIn.page')} load={loadSignInPage} {...fullScreenSkeleton} />}
          />
          <Route
            path="/signup"
            element={<LazyPage title={t('signUp.page')} load={loadSignUpPage} {...fullScreenSkeleton} />}
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
        <Route
          path="/success"
          element={<LazyPage title={t('success.pageNew')} load={loadSuccessPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/forgot-password"
          element={<LazyPage title={t('forgot.page')} load={loadForgotPasswordPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/reset-password"
          element={<LazyPage title={t('reset.page')} load={loadResetPasswordPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/receipts/:id"
          element={<LazyPage title={t('receipt.page')} load={loadReceiptPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/verify-email"
          element={<LazyPage title={t('verify.page')} load={loadVerifyEmailPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/change-email"
          element={<LazyPage title={t('changeEmail.page')} load={loadChangeEmailPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/approve-email-change"
          element={<LazyPage title={t('changeEmail.page')} load={loadApproveEmailChangePage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/terms"
          element={<LazyPage title={t('legal.terms')} load={loadTermsPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/privacy"
          element={<LazyPage title={t('legal.privacy')} load={loadPrivacyPage} {...fullScreenSkeleton} />}
        />
      </Routes>
      {user && <OutboxStarter key={user._id} />}
      {user && <WaitingDialogs />}
      {user && <IdleComponent load={loadNewMessageToasts} props={{}} />}
      {user && <IdleComponent key={user._id} load={loadSessionNotice} props={{}} />}
      {user && tabStorage.read('guestAction') && (
        <IdleComponent key={user._id} load={loadGuestActionRunner} props={{}} />
      )}
      <AppUpdates />
      <LazyPushAgent />
      <ScrollRestoration {...shown} />
      <PageAnnouncer {...shown} />
    </>
  )
}
