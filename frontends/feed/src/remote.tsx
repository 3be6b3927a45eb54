import { FeatureErrorBoundary } from '@meadow/features'
import { Route, Routes, usePreloadWhenIdle } from '@meadow/web'
import { useState } from 'react'
import type { ComposerRequest } from './features/composer/composer.tsx'
import { LazyComposer, loadComposer } from './features/composer/lazy-composer.tsx'
import { loadMoreWaysMenu } from './features/composer/load-more-ways-menu.ts'
import { useComposeLink } from './features/composer/use-compose-link.ts'
import { HomePage } from './pages/home-page.tsx'
import { LazyPostPage, loadPostPage } from './pages/lazy-post-page.tsx'

export { preload } from './preload.ts'

const PRELOADS = [loadPostPage, loadComposer, loadMoreWaysMenu]

/** Entry component of the feed remote: its routes, and one composer whose draft survives navigation. */
export default function FeedRemote() {
  const [composerRequest, setComposerRequest] = useState<ComposerRequest>()
  useComposeLink((editedEntryId) => setComposerRequest({ editedEntryId }))
  usePreloadWhenIdle(PRELOADS)
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route path="/home" element={<HomePage onCompose={setComposerRequest} />} />
        <Route path="/post/:id" element={<LazyPostPage />} />
      </Routes>
      <LazyComposer request={composerRequest} onClose={() => setComposerRequest(undefined)} />
    </FeatureErrorBoundary>
  )
}
