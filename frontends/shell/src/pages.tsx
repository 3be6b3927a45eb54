import { Outlet, Route, Routes, ScrollRestoration } from '@meadow/web'
import { SignedInOnly, SignedOutOnly } from './features/access/guards.tsx'
import { ConnectionPage } from './features/connection/connection-page.tsx'
import { LegalPage } from './features/legal/legal-page.tsx'
import { SettingsPage } from './features/settings/settings-page.tsx'
import { SignInPage } from './features/sign-in/sign-in-page.tsx'
import { SignUpPage } from './features/sign-up/sign-up-page.tsx'
import { SuccessPage } from './features/success/success-page.tsx'
import { Frame } from './frame/frame.tsx'
import { RemotePage } from './remote-page.tsx'

/** Where everything is. The addresses of the remotes are in features/remotes/remotes.ts. */
export function Pages() {
  return (
    <>
      <Routes>
        <Route element={<SignedOutOnly />}>
          <Route path="/" element={<SignInPage />} />
          <Route path="/signup" element={<SignUpPage />} />
        </Route>
        <Route element={<MemberFrame />}>
          <Route path="/settings/:section?" element={<SettingsPage />} />
          <Route path="/connection" element={<ConnectionPage />} />
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
