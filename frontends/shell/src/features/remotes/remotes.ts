import { matchPath } from '@meadow/web'
import { getInstance } from '@module-federation/enhanced/runtime'
import type { ComponentType } from 'react'

/** Which front end owns which addresses. */
const REMOTE_ROUTES = {
  feed: ['/home', '/post/:id'],
  chat: ['/inbox', '/chat/:username'],
  profile: ['/profile', '/profile/:username', '/profile/:username/follow', '/friends'],
} as const

export type RemoteName = keyof typeof REMOTE_ROUTES
export type RemoteModule = { default: ComponentType }
export type LoadRemote = (name: RemoteName, attempt: number) => Promise<RemoteModule>

/** The remote that owns an address. */
export function findRemoteByPath(pathname: string): RemoteName | undefined {
  const names = Object.keys(REMOTE_ROUTES) as RemoteName[]
  return names.find((name) => REMOTE_ROUTES[name].some((route) => matchPath(route, pathname)))
}

/** Its pages; of the chat, too, the part that sends what waits. */
type ExposedModule = 'remote' | 'outbox'

/** Loads a remote by its entry. A later `attempt` forgets what an earlier one has kept of its failure. */
export async function loadRemote(
  name: RemoteName,
  attempt: number,
  exposed: ExposedModule = 'remote',
): Promise<RemoteModule> {
  const federation = getInstance()
  if (!federation) throw new Error('Federation has not started')
  const address = `/mf/${name}/remoteEntry.js`
  const entry = attempt === 0 ? address : `${address}?attempt=${attempt}`
  federation.registerRemotes([{ name, entry }], { force: attempt > 0 })
  const remote = await federation.loadRemote<RemoteModule>(`${name}/${exposed}`)
  if (!remote) throw new Error(`The remote ${name} did not load`)
  return remote
}
