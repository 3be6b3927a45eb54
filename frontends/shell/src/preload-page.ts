import { type PreloadContext, useQueryClient, useSession } from '@meadow/web'
import { useState } from 'react'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'
import { findFramePage } from './frame-pages.ts'

const PRELOAD_INTERVAL_MS = 5_000

type Preload = { startedAt: number; finished: Promise<unknown> }

/** Returns a function that loads the code and the first data of a page, at most once in five seconds. */
export function usePreloadPage(): (pathname: string) => Promise<unknown> {
  const cache = useQueryClient()
  const { user } = useSession()
  const [preloads] = useState(() => new Map<string, Preload>())
  return (pathname) => {
    const known = preloads.get(pathname)
    if (known && performance.now() - known.startedAt < PRELOAD_INTERVAL_MS) return known.finished
    const finished = loadPage(pathname, user && { cache, user })
    finished.catch(() => undefined) // the page shows its own error
    preloads.set(pathname, { startedAt: performance.now(), finished })
    return finished
  }
}

async function loadPage(pathname: string, context: PreloadContext | undefined): Promise<unknown> {
  const remote = findRemoteByPath(pathname)
  if (remote) {
    const { preload } = await loadRemote(remote, 0)
    return context && preload?.(pathname, context)
  }
  const page = findFramePage(pathname)
  return Promise.all([page?.load(0), context && page?.preload?.(pathname, context)])
}
