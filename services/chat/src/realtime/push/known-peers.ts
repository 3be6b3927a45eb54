import type { Logger } from '@meadow/service'

type Announcement = 'hello' | 'here' | 'bye'

/**
 * `announceMs`: the interval of announcements. `silenceMs`: a peer that was silent for so long is gone. `answerMs`: the time
 * in which peers answer.
 */
export type PeerTimings = { announceMs: number; silenceMs: number; answerMs: number }

const DEFAULT_TIMINGS: PeerTimings = { announceMs: 30_000, silenceMs: 100_000, answerMs: 5_000 }

/** The peer instances that an instance has heard of, or whose presence leases are active. */
export type KnownPeers = AsyncDisposable & {
  /** Returns the names of the peers; undefined until those that this instance has asked had time to answer. */
  list(): readonly string[] | undefined
  /** Replaces the peers with an active lease: by them a peer is known whose announcements were lost. */
  setLeased(peers: readonly string[]): void
  /** Receives a message of a peer. */
  receive(from: string, announcement: Announcement | undefined): void
  /** Asks for peers, after each subscription: announcements before it were missed. */
  introduce(): void
}

type KnownPeersDeps = { log: Logger; timings?: PeerTimings | undefined }

/** Creates the list of peers. It compares only times of this process, so the clocks of peers do not matter. */
export function createKnownPeers(
  announce: (announcement: Announcement) => Promise<void>,
  { log, timings = DEFAULT_TIMINGS }: KnownPeersDeps,
): KnownPeers {
  const { announceMs, silenceMs, answerMs } = timings
  const heardAt = new Map<string, number>()
  let leased: readonly string[] = []
  let answeredAt = Number.POSITIVE_INFINITY // until it was asked
  let timer: NodeJS.Timeout | undefined

  const announceOrLog = (announcement: Announcement) =>
    announce(announcement).then(
      () => true,
      (error) => {
        log.debug({ err: error }, 'this instance could not be announced to its peers')
        return false
      },
    )

  async function ask(): Promise<void> {
    answeredAt = Number.POSITIVE_INFINITY
    if (await announceOrLog('hello')) answeredAt = performance.now() + answerMs
  }

  function announceAgain(): void {
    const now = performance.now()
    for (const [peer, time] of heardAt) if (now - time > silenceMs) heardAt.delete(peer)
    void (answeredAt === Number.POSITIVE_INFINITY ? ask() : announceOrLog('here'))
  }

  return {
    list: () => (performance.now() < answeredAt ? undefined : [...new Set([...heardAt.keys(), ...leased])]),
    setLeased(peers) {
      leased = peers
    },
    receive(from, announcement) {
      if (announcement === 'bye') heardAt.delete(from)
      else heardAt.set(from, performance.now())
      if (announcement === 'hello') void announceOrLog('here')
    },
    introduce() {
      timer ??= setInterval(announceAgain, announceMs).unref()
      void ask()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await announceOrLog('bye')
    },
  }
}
