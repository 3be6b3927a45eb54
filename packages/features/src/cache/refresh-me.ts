import type { SessionUser } from '@meadow/contracts'
import { FOLLOWING_SHOWN } from '@meadow/contracts/limits'
import { api, type QueryClient } from '@meadow/web'
import { relationTo, setFollowing } from '../members/relations.ts'
import { keys } from './keys.ts'

type Change = (change: (user: SessionUser) => SessionUser) => void

/** Asks who the viewer is now, and whom they follow: another device may have changed that while nothing was heard. */
export async function refreshMe(cache: QueryClient, before: SessionUser, setUser: Change): Promise<void> {
  const relations = () => cache.getQueryData<object>(keys.relations)
  const known = relations()
  if (cache.isMutating({ mutationKey: keys.everyFollowing }) > 0) return // what is shown is newer
  const me = await api('GET /auth/me')
  if (relations() !== known) return // so is what was done meanwhile
  const following = new Set(me.following)
  const isWhole = following.size < FOLLOWING_SHOWN
  for (const id of new Set([...before.following, ...following, ...Object.keys(known ?? {})])) {
    const was = relationTo(cache, id) ?? before.following.includes(id)
    if (was !== following.has(id) && (isWhole || !was)) setFollowing(cache, id, !was)
  }
  setUser((current) => (current._id === me._id ? me : current))
}
