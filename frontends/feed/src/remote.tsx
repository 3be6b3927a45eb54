import { Boundary } from '@meadow/features'
import { Route, Routes } from '@meadow/web'
import { useState } from 'react'
import { Composer } from './features/composer/composer.tsx'
import { HomePage } from './pages/home-page.tsx'
import { PostPage } from './pages/post-page.tsx'

type Composing = { open: boolean; withPicture: boolean }

/** The feed front end as the shell mounts it: its pages, and the composer that keeps unsent words between them. */
export default function Feed() {
  const [composing, setComposing] = useState<Composing>({ open: false, withPicture: false })
  return (
    <Boundary>
      <Routes>
        <Route
          path="/home"
          element={<HomePage onCompose={(withPicture) => setComposing({ open: true, withPicture })} />}
        />
        <Route path="/post/:id" element={<PostPage />} />
      </Routes>
      <Composer {...composing} onClose={() => setComposing({ open: false, withPicture: false })} />
    </Boundary>
  )
}
