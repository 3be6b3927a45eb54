import { type ComposerRequest, FeatureErrorBoundary, LazyComposer, loadComposer } from '@meadow/features'
import { Route, Routes, useLocation, useNavigate, usePreloadWhenIdle, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadMoreWaysMenu } from './features/composer/load-more-ways-menu.ts'
import { HomePage } from './pages/home-page.tsx'
import { LazyBookmarksPage, LazyDiscoverPage, LazySearchPage, LazyTagPage } from './pages/lazy-pages.tsx'
import { LazyPostPage, loadPostPage } from './pages/lazy-post-page.tsx'

export { preload } from './preload.ts'

const PRELOADS = [loadPostPage, loadComposer, loadMoreWaysMenu]

/** Entry component of the feed remote: its routes, and one composer whose draft survives navigation. */
export default function FeedRemote() {
  const [composerRequest, setComposerRequest] = useState<ComposerRequest>()
  const { user } = useSession()
  const navigate = useNavigate()
  const compose = (request: ComposerRequest) => (user ? setComposerRequest(request) : void navigate('/compose'))
  useComposeLink(setComposerRequest)
  usePreloadWhenIdle(PRELOADS)
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route path="/home" element={<HomePage onCompose={compose} />} />
        <Route path="/post/:id" element={<LazyPostPage />} />
        <Route path="/search" element={<LazySearchPage />} />
        <Route path="/bookmarks" element={<LazyBookmarksPage />} />
        <Route path="/discover" element={<LazyDiscoverPage />} />
        <Route path="/tag/:tag" element={<LazyTagPage />} />
      </Routes>
      <LazyComposer request={composerRequest} onClose={() => setComposerRequest(undefined)} />
    </FeatureErrorBoundary>
  )
}

/** Request of a link to the home page: opens the composer, also with a post of the outbox to edit, or one that is shared with a comment. */
type ComposeLinkState = ({ compose?: boolean } & Pick<ComposerRequest, 'editedEntryId' | 'quoted'>) | null

/** Calls `onCompose` when a link with the location state `{ compose: true }` has led here. */
function useComposeLink(onCompose: (request: ComposerRequest) => void): void {
  const location = useLocation()
  const state = location.state as ComposeLinkState
  const navigate = useNavigate()
  const isRequestedByLink = state?.compose === true
  const openFromLink = useEffectEvent(() => {
    void navigate('', { replace: true, state: { stay: true } }) // clears the state: a reload does not open it again
    onCompose({ editedEntryId: state?.editedEntryId, quoted: state?.quoted })
  })
  useEffect(() => {
    if (isRequestedByLink) openFromLink()
  }, [isRequestedByLink])
}
