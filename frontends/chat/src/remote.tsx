import { FeatureErrorBoundary } from '@meadow/features'
import { Route, Routes } from '@meadow/web'
import { LazyGroupPage } from './groups/lazy-group-page.tsx'
import { ChatLayout } from './pages/chat-layout.tsx'
import { ChatPage } from './pages/chat-page.tsx'
import { InboxPage } from './pages/inbox-page.tsx'

export { preload } from './preload.ts'

/** The root component of the chat front end, which the shell mounts. */
export default function Chat() {
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route element={<ChatLayout />}>
          <Route path="/inbox" element={<InboxPage />} />
          <Route path="/chat/:username" element={<ChatPage />} />
          <Route path="/chat/group/:id" element={<LazyGroupPage />} />
        </Route>
      </Routes>
    </FeatureErrorBoundary>
  )
}
