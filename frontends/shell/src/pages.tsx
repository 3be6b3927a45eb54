import { useLiveCache } from '@meadow/features'
import { Outlet, Route, Routes, ScrollRestoration } from '@meadow/web'
import { SignedInOnly, SignedOutOnly } from './features/access/guards.tsx'
import { useLiveAlerts } from './features/alerts/use-live-alerts.ts'
import { LegalPage } from './features/legal/legal-page.tsx'
import { SignInPage } from './features/sign-in/sign-in-page.tsx'
import { SignUpPage } from './features/sign-up/sign-up-page.tsx'
import { SuccessPage } from './features/success/success-page.tsx'
import { Frame } from './frame/frame.tsx'
import { LatePart, type LoadPart } from './late/late-part.tsx'
import { RemotePage } from './remote-page.tsx'
import { t } from './texts.ts'

const alerts: LoadPart = async () => ({ default: (await import('./features/alerts/alerts-page.tsx')).AlertsPage })
const settings: LoadPart = async () => ({
  default: (await import('./features/settings/settings-page.tsx')).SettingsPage,
})
const connection: LoadPart = async () => ({
  default: (await import('./features/connection/connection-page.tsx')).ConnectionPage,
})

/** Where everything is. The addresses of the remotes are in features/remotes/remotes.ts. */
export function Pages() {
  useLiveCache()
  useLiveAlerts()
  return (
    <>
      <Routes>
        <Route element={<SignedOutOnly />}>
          <Route path="/" element={<SignInPage />} />
          <Route path="/signup" element={<SignUpPage />} />
        </Route>
        <Route element={<MemberFrame />}>
          <Route path="/alert" element={<LatePart name={t('alerts.title')} load={alerts} />} />
          <Route path="/settings/:section?" element={<LatePart name={t('settings.page')} load={settings} />} />
          <Route path="/connection" element={<LatePart name={t('connection.page')} load={connection} />} />
        </Route>
        <Route path="/success" element={<SuccessPage />} />
        <Route path="/terms" element={<LegalPage notice="terms" />} />
        <Route path="/privacy" element={<LegalPage notice="privacy" />} />
        {/* One route for all remotes, so that a remote stays while somebody moves about in it. */}
        <Route path="*" element={<RemotePage />} />
      </Routes>
      <ScrollRestoration />
    </>
  )
}

function MemberFrame() {
  return (
    <SignedInOnly>
      <Frame>
        <Outlet />
      </Frame>
    </SignedInOnly>
  )
}
