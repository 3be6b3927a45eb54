import type { Presence } from '@meadow/contracts'
import { isHeld, LEASES_KEY, type Leases, presenceKey, readLeases, readPresenceRow, toPresence } from '@meadow/members'
import type { SharedState } from '@meadow/storage'
import { entered, left } from './presence-row.ts'

/** When somebody was here last is known for so long; in seconds. */
const KEPT_SECONDS = 90 * 24 * 3_600
/** Rows may name an instance that ended for so long after it did. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000
/** Another instance writes the same row now and then, not time after time. */
const ATTEMPTS = 50

export type PresenceRows = {
  /** Notes that `instance` has sockets of a member, or has none. Answers their presence where that changed it. */
  write(memberId: string, instance: string, isHere: boolean): Promise<Presence | undefined>
  /** Goes on holding what `instance` holds; answers all leases as they were before. */
  renew(instance: string): Promise<Leases>
  /** Those of `ids` who were held by one of `instances` and are not here any more. */
  lost(ids: readonly string[], instances: ReadonlySet<string>): Promise<Map<string, Presence>>
}

/** The rows of the shared state that say who is here; several instances write them at once. */
export function createPresenceRows(
  state: Pick<SharedState, 'get' | 'getMany' | 'replace'>,
  now: () => Date,
): PresenceRows {
  async function change<Answer>(attempt: () => Promise<{ done: boolean; answer: Answer }>): Promise<Answer> {
    for (let tried = 0; tried < ATTEMPTS; tried += 1) {
      const { done, answer } = await attempt()
      if (done) return answer
    }
    throw new Error('A row of presence never stays as it was read')
  }

  return {
    write: (memberId, instance, isHere) =>
      change(async () => {
        const key = presenceKey(memberId)
        const found = await state.getMany([LEASES_KEY, key])
        const at = now()
        const leases = readLeases(found.get(LEASES_KEY))
        const row = readPresenceRow(found.get(key))
        const next = (isHere ? entered : left)(row, { instance, leases, now: at })
        const after = toPresence(next, leases, at)
        const changed = toPresence(row, leases, at).isOnline !== after.isOnline
        const done = await state.replace(key, found.get(key), JSON.stringify(next), KEPT_SECONDS)
        return { done, answer: changed ? after : undefined }
      }),

    renew: (instance) =>
      change(async () => {
        const text = await state.get(LEASES_KEY)
        const leases = readLeases(text)
        const at = now().getTime()
        const kept = Object.entries(leases).filter(([, renewed]) => at - renewed < FORGOTTEN_MS)
        const next = { ...Object.fromEntries(kept), [instance]: at }
        return { done: await state.replace(LEASES_KEY, text, JSON.stringify(next), KEPT_SECONDS), answer: leases }
      }),

    async lost(ids, instances) {
      const found = await state.getMany([LEASES_KEY, ...ids.map(presenceKey)])
      const leases = readLeases(found.get(LEASES_KEY))
      const rows = ids.map((id) => ({ id, row: readPresenceRow(found.get(presenceKey(id))) }))
      const of = rows.filter(({ row }) => row?.on.some((one) => instances.has(one)))
      const presences = of.map(({ id, row }) => [id, toPresence(row, leases, now())] as const)
      return new Map(presences.filter(([, { isOnline }]) => !isOnline))
    },
  }
}

/** The instances that hold nothing any more. */
export const endedAmong = (leases: Leases, now: Date): string[] =>
  Object.keys(leases).filter((instance) => !isHeld(leases, instance, now))
