import { matchPath, type PreloadPage, rememberLoaded } from '@meadow/web'
import { getInstance } from '@module-federation/enhanced/runtime'
import type { ComponentType } from 'react'
import { REMOTE_NAMES, REMOTE_ROUTES, type RemoteName } from '../../remote-routes.ts'
import { readShellBuild } from '../../shell-build.ts'

export type { RemoteName }
/** `preload` fetches the first data of a page of the remote. */
export type RemoteModule = { default: ComponentType; preload?: PreloadPage }
export type LoadRemote = (name: RemoteName, attempt: number) => Promise<RemoteModule>

/** Returns the remote that serves a path. */
export function findRemoteByPath(pathname: string): RemoteName | undefined {
  return REMOTE_NAMES.find((name) => REMOTE_ROUTES[name].some((route) => matchPath(route, pathname)))
}

const rememberedLoads = new Map<RemoteName, (attempt?: number) => Promise<RemoteModule>>()

/** Loads a remote once. `attempt` above 0 bypasses the cached failure of earlier attempts. @throws if it fails */
export function loadRemote(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const load = rememberedLoads.get(name) ?? rememberLoaded((nextAttempt) => fetchRemote(name, nextAttempt))
  rememberedLoads.set(name, load)
  return load(attempt)
}

async function fetchRemote(name: RemoteName, attempt: number): Promise<RemoteModule> {
  const federation = getInstance()
  if (!federation) throw new Error('Federation has not started')
  // The service worker answers with the release that belongs to this build of the shell; a retry asks the network first.
  const address = `/mf/${name}/remoteEntry.js?shell=${readShellBuild()}`
  const entry = attempt === 0 ? address : `${address}&attempt=${attempt}`
  federation.registerRemotes([{ name, entry }], { force: attempt > 0 })
  const remote = await federation.loadRemote<RemoteModule>(`${name}/remote`)
  if (!remote) throw new Error(`The remote ${name} did not load`)
  return remote
}
