import { FeatureErrorBoundary } from '@meadow/features'
import { Route, Routes, useWhenIdle } from '@meadow/web'
import { useState } from 'react'
import { LazyComposer, loadComposer } from './features/composer/lazy-composer.tsx'
import { HomePage } from './pages/home-page.tsx'
import { LazyPostPage, loadPostPage } from './pages/lazy-post-page.tsx'

type Composing = { open: boolean; withPicture: boolean }

/** Entry component of the feed remote: its routes, and one composer whose draft survives navigation. */
export default function Feed() {
  const [composing, setComposing] = useState<Composing>({ open: false, withPicture: false })
  useWhenIdle(() => void Promise.allSettled([loadPostPage(), loadComposer()]))
  return (
    <FeatureErrorBoundary>
      <Routes>
        <Route
          path="/home"
          element={<HomePage onCompose={(withPicture) => setComposing({ open: true, withPicture })} />}
        />
        <Route path="/post/:id" element={<LazyPostPage />} />
      </Routes>
      <LazyComposer {...composing} onClose={() => setComposing({ open: false, withPicture: false })} />
    </FeatureErrorBoundary>
  )
}
