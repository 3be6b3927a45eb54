import type { Presence } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { LEASES_KEY, presenceKey, readLeases, readPresenceRow, toPresence } from './presence-format.ts'

/** Who is here. Ask only about those whom the viewer may see. Never throws: while it cannot be known, nobody is here. */
export type Presences = {
  /** Everybody who is asked about. */
  of(ids: readonly string[]): Promise<Map<string, Presence>>
  /** Those of `ids` who are here now. */
  online(ids: readonly string[]): Promise<Set<string>>
}

type Parts = { state: Pick<SharedState, 'getMany'>; log: Logger; now: () => Date }

/** Who is here, as the chat writes it to the shared state. */
export function createPresences({ state, log, now }: Parts): Presences {
  async function of(ids: readonly string[]): Promise<Map<string, Presence>> {
    const found = ids.length > 0 ? await state.getMany([LEASES_KEY, ...ids.map(presenceKey)]) : new Map()
    const leases = readLeases(found.get(LEASES_KEY))
    const at = now()
    return new Map(ids.map((id) => [id, toPresence(readPresenceRow(found.get(presenceKey(id))), leases, at)]))
  }

  const unlessAway = (ids: readonly string[]) =>
    of(ids).catch((error) => {
      log.warn({ err: error }, 'it is not known who is here')
      return new Map(ids.map((id) => [id, { isOnline: false, lastActive: null }]))
    })

  return {
    of: unlessAway,
    online: async (ids) =>
      new Set([...(await unlessAway(ids))].filter(([, { isOnline }]) => isOnline).map(([id]) => id)),
  }
}
