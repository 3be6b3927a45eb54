import { createProfileQuery } from '@meadow/features'
import { matchPath, type PreloadContext, useLocation, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { findRemoteByPath, loadRemote } from './features/remotes/remotes.ts'
import { findFramePage } from './frame-pages.ts'

/** A preload of a path is shared for this time. */
const PRELOAD_REUSE_MS = 5_000

type Preload = { startedAt: number; finished: Promise<unknown> }

/**
 * Returns a function that loads the code of a page and, for a member, its first data. Calls for the same path within five
 * seconds share one load.
 */
export function usePreloadPage(): (pathname: string) => Promise<unknown> {
  const cache = useQueryClient()
  const { user } = useSession()
  const [preloads] = useState(() => new Map<string, Preload>())
  return (pathname) => {
    const known = preloads.get(pathname)
    if (known && performance.now() - known.startedAt < PRELOAD_REUSE_MS) return known.finished
    const finished = loadPage(pathname, user && { cache, user })
    finished.catch(() => undefined) // not reported as unhandled: the page shows the error
    preloads.set(pathname, { startedAt: performance.now(), finished })
    return finished
  }
}

/** Pages that begin with the profile of the member in their path. */
const PROFILE_PATHS = ['/chat/:username', '/profile/:username']

/** Fetches the profile with which the first page of a member begins, beside its code. Other pages are preloaded as a whole. */
export function usePreloadFirstProfile(): void {
  const cache = useQueryClient()
  const { pathname } = useLocation()
  const { user } = useSession()
  const preload = useEffectEvent(() => {
    const username = PROFILE_PATHS.map((path) => matchPath(path, pathname)?.params['username']).find(Boolean)
    if (username !== undefined && username.toLowerCase() !== user?.username)
      void cache.prefetchQuery(createProfileQuery(username))
  })
  const isMember = user !== undefined
  useEffect(() => {
    if (isMember) preload()
  }, [isMember])
}

const FIRST_ATTEMPT = 0

/** A path belongs to a remote, which is a front end deployed on its own, or to the shell. */
async function loadPage(pathname: string, context: PreloadContext | undefined): Promise<unknown> {
  const remote = findRemoteByPath(pathname)
  if (remote) {
    const { preload } = await loadRemote(remote, FIRST_ATTEMPT)
    return context && preload?.(pathname, context)
  }
  const page = findFramePage(pathname)
  return Promise.all([page?.load(FIRST_ATTEMPT), context && page?.preload?.(pathname, context)])
}
