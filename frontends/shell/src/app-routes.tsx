import { useLiveCacheUpdates } from '@meadow/features'
import { Outlet, Route, Routes, ScrollRestoration, useSession } from '@meadow/web'
import type { ComponentType } from 'react'
import { AppLayout } from './app-layout/app-layout.tsx'
import { SignedInOnly, SignedOutOnly } from './features/access/guards.tsx'
import { SessionLoading } from './features/access/session-loading.tsx'
import { useLiveAlerts } from './features/alerts/use-live-alerts.ts'
import { useNewMessageToasts } from './features/messages/use-new-message-toasts.ts'
import { OutboxSender } from './features/remotes/outbox-sender.tsx'
import { LazyPage, type LoadPage } from './lazy-page/lazy-page.tsx'
import { RemotePage } from './remote-page.tsx'
import { t } from './texts.ts'
import { useLiveUnreadMessageCount } from './unread/unread-message-count.ts'

/** Loads a page on demand: rarely visited pages are not part of the first download. */
const loadNamedExport =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LoadPage =>
  async () => ({ default: (await load())[name] })

const loadSignInPage = loadNamedExport(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage')
const loadSignUpPage = loadNamedExport(() => import('./features/sign-up/sign-up-page.tsx'), 'SignUpPage')
const loadSuccessPage = loadNamedExport(() => import('./features/success/success-page.tsx'), 'SuccessPage')
const loadTermsPage = loadNamedExport(() => import('./features/legal/legal-page.tsx'), 'TermsPage')
const loadPrivacyPage = loadNamedExport(() => import('./features/legal/legal-page.tsx'), 'PrivacyPage')
const loadAlertsPage = loadNamedExport(() => import('./features/alerts/alerts-page.tsx'), 'AlertsPage')
const loadSettingsPage = loadNamedExport(() => import('./features/settings/settings-page.tsx'), 'SettingsPage')
const loadConnectionPage = loadNamedExport(() => import('./features/connection/connection-page.tsx'), 'ConnectionPage')

const fullScreenSkeleton = { skeleton: <SessionLoading /> }

/** Routes of the shell. The paths of the remotes are in features/remotes/remotes.ts. */
export function AppRoutes() {
  const { user } = useSession()
  useLiveCacheUpdates()
  useLiveAlerts()
  useLiveUnreadMessageCount()
  useNewMessageToasts()
  return (
    <>
      <Routes>
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
        <Route element={<SignedInLayout />}>
          <Route path="/alert" element={<LazyPage title={t('alerts.title')} load={loadAlertsPage} />} />
          <Route path="/settings/:section?" element={<LazyPage title={t('settings.page')} load={loadSettingsPage} />} />
          <Route path="/connection" element={<LazyPage title={t('connection.page')} load={loadConnectionPage} />} />
        </Route>
        <Route
          path="/success"
          element={<LazyPage title={t('success.pageNew')} load={loadSuccessPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/terms"
          element={<LazyPage title={t('legal.terms')} load={loadTermsPage} {...fullScreenSkeleton} />}
        />
        <Route
          path="/privacy"
          element={<LazyPage title={t('legal.privacy')} load={loadPrivacyPage} {...fullScreenSkeleton} />}
        />
        {/* One route for all remotes: a remote stays mounted during navigation inside it. */}
        <Route path="*" element={<RemotePage />} />
      </Routes>
      {user && <OutboxSender key={user._id} memberId={user._id} />}
      <ScrollRestoration />
    </>
  )
}

function SignedInLayout() {
  return (
    <SignedInOnly>
      <AppLayout>
        <Outlet />
      </AppLayout>
    </SignedInOnly>
  )
}
