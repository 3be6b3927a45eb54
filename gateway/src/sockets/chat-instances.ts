import { createHash } from 'node:crypto'

/** An instance of chat. Its name is a hash for the affinity cookie, which hides the address. */
export type ChatInstance = { url: string; name: string }

export type ChatInstances = {
  readonly all: readonly ChatInstance[]
  /**
   * Returns the instance of the affinity cookie, else the next one (round-robin). An existing connection (`isConnected`)
   * stays at its instance. A new one avoids an instance that has just failed if there are others.
   */
  pick(cookies: string | undefined, isConnected: boolean): ChatInstance
  reportFailure(instance: ChatInstance): void
  /** Creates the affinity cookie of an instance. Returns undefined if there is only one instance. */
  createCookie(instance: ChatInstance): string | undefined
}

/** An instance that has failed gets no new connections for this time. */
const FAILURE_PAUSE_MS = 2_000

const AFFINITY_COOKIE_PATTERN = /(?:^|;\s*)meadow-chat=([\w-]+)/

type ChatInstancesDeps = { urls: readonly string[]; isHttps: boolean; now: () => Date }

/** Creates the load balancer of the chat instances: round-robin, with an affinity cookie for long polling. */
export function createChatInstances({ urls, isHttps, now }: ChatInstancesDeps): ChatInstances {
  const all = urls.map((url) => ({ url, name: createHash('sha256').update(url).digest('base64url').slice(0, 8) }))
  const failedAt = new Map<string, number>()
  let nextIndex = 0

  const isPaused = ({ url }: ChatInstance) => Math.abs(now().getTime() - (failedAt.get(url) ?? 0)) < FAILURE_PAUSE_MS

  const pickNext = (): ChatInstance => {
    const available = all.filter((instance) => !isPaused(instance))
    const candidates = available.length > 0 ? available : all
    nextIndex += 1
    return candidates[nextIndex % candidates.length] as ChatInstance
  }

  return {
    all,
    pick(cookies = '', isConnected) {
      const [, name] = AFFINITY_COOKIE_PATTERN.exec(cookies) ?? []
      const known = all.find((instance) => instance.name === name)
      return known && (isConnected || !isPaused(known)) ? known : pickNext()
    },
    reportFailure({ url }) {
      failedAt.set(url, now().getTime())
    },
    createCookie({ name }) {
      if (all.length === 1) return undefined
      return `meadow-chat=${name}; Path=/socket.io; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
    },
  }
}
