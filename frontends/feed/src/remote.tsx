import { FeatureErrorBoundary, loadCommentForm } from '@meadow/features'
import { Route, Routes, useWhenIdle } from '@meadow/web'
import { useState } from 'react'
import { LazyComposer, loadComposer } from './features/composer/lazy-composer.tsx'
import { useComposeLink } from './features/composer/use-compose-link.ts'
import { useEditWaitingPost } from './features/composer/use-edit-waiting-post.ts'
import { HomePage } from './pages/home-page.tsx'
import { LazyPostPage, loadPostPage } from './pages/lazy-post-page.tsx'

type ComposerState = { open: boolean; withPicture: boolean }

export { preload } from './preload.ts'

/** Entry component of the feed remote: its routes, and one composer whose draft survives navigation. */
export default function FeedRemote() {
  const [composer, setComposer] = useState<ComposerState>({ open: false, withPicture: false })
  const editWaitingPost = useEditWaitingPost()
  useComposeLink((editedEntryId) => {
    if (editedEntryId !== undefined) editWaitingPost(editedEntryId)
    setComposer({ open: true, withPicture: false })
  })
  useWhenIdle(() => void Promise.allSettled([loadPostPage(), loadComposer(), loadCommentForm()]))
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route
          path="/home"
          element={<HomePage onCompose={(withPicture) => setComposer({ open: true, withPicture })} />}
        />
        <Route path="/post/:id" element={<LazyPostPage />} />
      </Routes>
      <LazyComposer {...composer} onClose={() => setComposer({ open: false, withPicture: false })} />
    </FeatureErrorBoundary>
  )
}
