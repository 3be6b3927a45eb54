import type { Presence } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { readSharedSignals, type SignalSource, toShownPresence } from '../contact-privacy.ts'
import {
  PRESENCE_LEASES_KEY,
  parsePresenceLeases,
  parsePresenceRow,
  presenceKey,
  toPresence,
} from './presence-format.ts'

/**
 * Reads the presence of members. The caller passes only members whose presence the viewer may see: those with whom they
 * have a conversation or follow each other. Never throws: while the shared state is unavailable, every member is offline.
 */
export type PresenceReader = {
  /** Returns the presence of every member in `ids`, whatever they hide: for what decides itself to whom it is shown. */
  find(ids: readonly string[]): Promise<Map<string, Presence>>
  /** Returns the presence of every member in `ids` as the viewer sees it: who hides theirs sees none. */
  findShownTo(viewer: { _id: string }, ids: readonly string[]): Promise<Map<string, Presence>>
  /** Returns the members of `ids` that are online, whatever they hide. */
  findOnline(ids: readonly string[]): Promise<Set<string>>
}

type PresenceReaderDeps = {
  state: Pick<SharedState, 'getMany'>
  members: SignalSource
  log: Logger
  now: () => Date
}

/** Creates a reader of the presence rows that the chat service writes to the shared state. */
export function createPresenceReader({ state, members, log, now }: PresenceReaderDeps): PresenceReader {
  async function readPresences(ids: readonly string[]): Promise<Map<string, Presence>> {
    const found = ids.length > 0 ? await state.getMany([PRESENCE_LEASES_KEY, ...ids.map(presenceKey)]) : new Map()
    const leases = parsePresenceLeases(found.get(PRESENCE_LEASES_KEY))
    const time = now()
    return new Map(ids.map((id) => [id, toPresence(parsePresenceRow(found.get(presenceKey(id))), leases, time)]))
  }

  const find = (ids: readonly string[]) =>
    readPresences(ids).catch((error) => {
      log.warn({ err: error }, 'presence is unavailable: shared state could not be read')
      return new Map(ids.map((id) => [id, { isOnline: false, lastActive: null }]))
    })

  return {
    find,
    async findShownTo({ _id: viewerId }, ids) {
      const shared = await readSharedSignals(members, ids.length > 0 ? [viewerId, ...ids] : [])
      return new Map(
        [...(await find(ids))].map(([id, presence]) => [id, toShownPresence(presence, shared(viewerId, id))]),
      )
    },
    findOnline: async (ids) => new Set([...(await find(ids))].filter(([, { isOnline }]) => isOnline).map(([id]) => id)),
  }
}
