import { randomUUID } from 'node:crypto'
import type { Presence } from '@meadow/contracts'
import { isHeld } from '@meadow/members'
import type { Background, Logger } from '@meadow/service'
import { pause, type SharedState } from '@meadow/storage'
import { createHere, type Here } from './here.ts'
import { createPresenceRows, endedAmong } from './presence-rows.ts'

/** How long (ms) somebody may be gone without having left, and how often a lease is renewed; shorter where tests hurry. */
export type PresencePace = { graceMs: number; roundMs: number }

const PACE: PresencePace = { graceMs: 5_000, roundMs: 10_000 }

type Parts = {
  state: Pick<SharedState, 'get' | 'getMany' | 'replace'>
  /** Somebody came or went, as all instances together see it. */
  changed: (memberId: string, presence: Presence) => void
  /** Other instances ended: whom `lost` finds among those it is asked about is not here any more. */
  onLost: (here: string[], lost: (ids: readonly string[]) => Promise<Map<string, Presence>>) => Promise<void>
  pace?: PresencePace
  log: Logger
  now: () => Date
}

/**
 * Writes to the shared state whom this instance has sockets of, for as long as it renews its lease. What could not be
 * written while the state was away is written in the next round. At its end it leaves its rows to the lease: whoever comes
 * back to another instance meanwhile was never gone.
 */
export function trackPresence({ state, changed, onLost, pace = PACE, log, now }: Parts): Background & Here {
  const rows = createPresenceRows(state, now)
  const here = createHere({ graceMs: pace.graceMs, settle: (id) => void settle(id) })
  const written = new Set<string>()
  const settling = new Set<string>()
  let instance = randomUUID()
  let known: Set<string> | undefined
  let ended = new AbortController()
  let running = Promise.resolve()

  async function settle(id: string): Promise<void> {
    if (settling.has(id) || !known) return
    settling.add(id)
    try {
      while (!ended.signal.aborted && here.has(id) !== written.has(id)) {
        const isHere = here.has(id)
        const presence = await rows.write(id, instance, isHere)
        if (isHere) written.add(id)
        else written.delete(id)
        if (presence) changed(id, presence)
      }
    } catch (error) {
      log.debug({ err: error }, 'presence could not be written, trying again')
    } finally {
      settling.delete(id)
    }
  }

  async function renew(): Promise<void> {
    const leases = await rows.renew(instance)
    const lostOwn = known !== undefined && !isHeld(leases, instance, now())
    if (lostOwn) {
      // for the others we ended, or the state has forgotten all: begin anew
      written.clear()
      instance = randomUUID()
      await rows.renew(instance)
    }
    const gone = endedAmong(leases, now())
    const news = new Set(known ? gone.filter((one) => !known?.has(one)) : [])
    known = new Set(gone)
    if (news.size > 0 && !lostOwn) await onLost(here.all(), (ids) => rows.lost(ids, news))
  }

  async function round(): Promise<void> {
    await renew()
    for (const id of new Set([...here.all(), ...written])) await settle(id)
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      await round().catch((error) => log.warn({ err: error }, 'presence could not be renewed, trying again'))
      await pause(pace.roundMs, ended.signal)
    }
  }

  return {
    name: 'presence',
    came: here.came,
    went: here.went,
    async start() {
      ended = new AbortController()
      running = run()
    },
    async stop() {
      ended.abort()
      here.end()
      await running
    },
  }
}
