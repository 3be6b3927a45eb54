import { FeatureErrorBoundary } from '@meadow/features'
import { Route, Routes } from '@meadow/web'
import { ChatLayout } from './pages/chat-layout.tsx'
import { ChatPage } from './pages/chat-page.tsx'
import { InboxPage } from './pages/inbox-page.tsx'

/** The chat front end as the shell mounts it. */
export default function Chat() {
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route element={<ChatLayout />}>
          <Route path="/inbox" element={<InboxPage />} />
          <Route path="/chat/:username" element={<ChatPage />} />
        </Route>
      </Routes>
    </FeatureErrorBoundary>
  )
}
