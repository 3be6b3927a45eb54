import { FeatureErrorBoundary } from '@meadow/features'
import { Route, Routes } from '@meadow/web'
import { FollowPage } from './pages/follow-page.tsx'
import { FriendsPage } from './pages/friends-page.tsx'
import { ProfilePage } from './pages/profile-page.tsx'

export { preload } from './preload.ts'

/** Entry component of the profile remote. */
export default function ProfileRemote() {
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route path="/profile/:username?" element={<ProfilePage />} />
        <Route path="/profile/:username/follow" element={<FollowPage />} />
        <Route path="/friends" element={<FriendsPage />} />
      </Routes>
    </FeatureErrorBoundary>
  )
}
