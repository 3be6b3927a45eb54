import { mayHaveInstances } from '../instances/address-lookup.ts'
import type { Instance, Instances } from '../instances/instances.ts'

export type ChatInstances = {
  /**
   * Returns the instance of the affinity cookie, else the next one (round-robin). An existing connection (`isConnected`)
   * stays at its instance, also while that drains. A new one avoids an instance that has just failed if there are others.
   */
  pick(cookies: string | undefined, isConnected: boolean): Instance
  reportFailure(instance: Instance): void
  /** Creates the affinity cookie of an instance. Returns undefined if there is and stays only one instance. */
  createCookie(instance: Instance): string | undefined
}

const AFFINITY_COOKIE_PATTERN = /(?:^|;\s*)meadow-chat=([\w-]+)/

type ChatInstancesDeps = { urls: readonly string[]; instances: Instances; isHttps: boolean }

/** Creates the load balancer of connections to chat: round-robin, with an affinity cookie for long polling. */
export function createChatInstances({ urls, instances, isHttps }: ChatInstancesDeps): ChatInstances {
  const hasOneInstance = urls.length === 1 && !urls.some(mayHaveInstances)
  return {
    pick(cookies = '', isConnected) {
      const [, name] = AFFINITY_COOKIE_PATTERN.exec(cookies) ?? []
      const known = instances.find(name)
      const isUsable = known && (isConnected || (instances.all.includes(known) && !instances.isPaused(known)))
      return isUsable ? known : instances.pick()
    },
    reportFailure: instances.reportFailure,
    createCookie({ name }) {
      if (hasOneInstance) return undefined
      return `meadow-chat=${name}; Path=/socket.io; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
    },
  }
}
