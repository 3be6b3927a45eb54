import { checkInParallel } from '../check-in-parallel.ts'
import type { Member } from '../history.ts'
import type { RepeatingClient } from '../repeating-client.ts'

/** A state of each member, such as a like of one post, that they set and reset. */
export type Toggle = {
  /** Changes the state of a member, once. Returns false if it is refused, or its outcome unknown. */
  change(member: Member): Promise<boolean>
  /** Sets the state of all `members`, until each has a response. */
  setAll(members: readonly Member[]): Promise<void>
}

/** Creates the state that a call to `path` sets. */
export function createToggle(client: RepeatingClient, path: string): Toggle {
  const active = new Set<string>()
  return {
    async change({ _id, token }) {
      const state = !active.has(_id)
      const response = await client.attempt({ path, token, body: { state } })
      if (response?.status !== 200) return false
      if (state) active.add(_id)
      else active.delete(_id)
      return true
    },
    async setAll(members) {
      await checkInParallel(members, async ({ token }) => {
        const { status, body } = await client.callUntilResponse({ path, token, body: { state: true } })
        if (status !== 200) throw new Error(`${path} responded with ${status}: ${JSON.stringify(body)}`)
        return []
      })
    },
  }
}
