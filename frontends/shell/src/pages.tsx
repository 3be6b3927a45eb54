import { useLiveCacheUpdates } from '@meadow/features'
import { Outlet, Route, Routes, ScrollRestoration, useSession } from '@meadow/web'
import type { ComponentType } from 'react'
import { Checking } from './features/access/checking.tsx'
import { SignedInOnly, SignedOutOnly } from './features/access/guards.tsx'
import { useLiveAlerts } from './features/alerts/use-live-alerts.ts'
import { SendWaiting } from './features/remotes/send-waiting.tsx'
import { Frame } from './frame/frame.tsx'
import { LatePart, type LoadPart } from './late/late-part.tsx'
import { RemotePage } from './remote-page.tsx'
import { t } from './texts.ts'
import { useLiveUnreadMessages } from './unread/use-unread-messages.ts'

/** What most visits never see is no part of the first load. */
const late =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LoadPart =>
  async () => ({ default: (await load())[name] })

const signIn = late(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage')
const signUp = late(() => import('./features/sign-up/sign-up-page.tsx'), 'SignUpPage')
const success = late(() => import('./features/success/success-page.tsx'), 'SuccessPage')
const terms = late(() => import('./features/legal/legal-page.tsx'), 'TermsPage')
const privacy = late(() => import('./features/legal/legal-page.tsx'), 'PrivacyPage')
const alerts = late(() => import('./features/alerts/alerts-page.tsx'), 'AlertsPage')
const settings = late(() => import('./features/settings/settings-page.tsx'), 'SettingsPage')
const connection = late(() => import('./features/connection/connection-page.tsx'), 'ConnectionPage')

const atTheDoor = { skeleton: <Checking /> }

/** Where everything is. The addresses of the remotes are in features/remotes/remotes.ts. */
export function Pages() {
  const { user } = useSession()
  useLiveCacheUpdates()
  useLiveAlerts()
  useLiveUnreadMessages()
  return (
    <>
      <Routes>
        <Route element={<SignedOutOnly />}>
          <Route path="/" element={<LatePart name={t('signIn.page')} load={signIn} {...atTheDoor} />} />
          <Route path="/signup" element={<LatePart name={t('signUp.page')} load={signUp} {...atTheDoor} />} />
        </Route>
        <Route element={<MemberFrame />}>
          <Route path="/alert" element={<LatePart name={t('alerts.title')} load={alerts} />} />
          <Route path="/settings/:section?" element={<LatePart name={t('settings.page')} load={settings} />} />
          <Route path="/connection" element={<LatePart name={t('connection.page')} load={connection} />} />
        </Route>
        <Route path="/success" element={<LatePart name={t('success.pageNew')} load={success} {...atTheDoor} />} />
        <Route path="/terms" element={<LatePart name={t('legal.terms')} load={terms} {...atTheDoor} />} />
        <Route path="/privacy" element={<LatePart name={t('legal.privacy')} load={privacy} {...atTheDoor} />} />
        {/* One route for all remotes, so that a remote stays while somebody moves about in it. */}
        <Route path="*" element={<RemotePage />} />
      </Routes>
      {user && <SendWaiting key={user._id} memberId={user._id} />}
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
