/** Subscriptions of one push service to which a process sends at the same time: others always find free slots. */
export const MAX_HOST_CONCURRENCY = 24
/** The same for a push service whose last request has timed out. They find out whether it responds again. */
export const MAX_SILENT_HOST_CONCURRENCY = 2
/** Hosts that are remembered while nothing is sent to them. */
const MAX_IDLE_HOSTS = 1_000

type HostState = { active: number; isSilent: boolean }

/** A slot for sending to one host. */
export type HostSlot = Disposable & {
  /** Records whether a request to the host has timed out. */
  record(hasTimedOut: boolean): void
}

/** Limits the concurrency for each push service, so that one that is down does not delay the pushes of the others. */
export type HostSlots = {
  /** Takes a slot for the host of an endpoint. Returns undefined if the host has no free one. */
  take(endpoint: string): HostSlot | undefined
  /** Returns the hosts, with ports, that have no free slot. */
  listFullHosts(): string[]
}

const isFull = ({ active, isSilent }: HostState): boolean =>
  active >= (isSilent ? MAX_SILENT_HOST_CONCURRENCY : MAX_HOST_CONCURRENCY)

/** Creates the slots of a sender. */
export function createHostSlots(): HostSlots {
  const hosts = new Map<string, HostState>()

  function getState(host: string): HostState {
    const known = hosts.get(host)
    if (known) return known
    if (hosts.size >= MAX_IDLE_HOSTS) for (const [idle, { active }] of hosts) if (active === 0) hosts.delete(idle)
    const state = { active: 0, isSilent: false }
    hosts.set(host, state)
    return state
  }

  return {
    take(endpoint) {
      const state = getState(new URL(endpoint).host)
      if (isFull(state)) return undefined
      state.active += 1
      return {
        record(hasTimedOut) {
          state.isSilent = hasTimedOut
        },
        [Symbol.dispose]() {
          state.active -= 1
        },
      }
    },
    listFullHosts: () => [...hosts].flatMap(([host, state]) => (isFull(state) ? [host] : [])),
  }
}
