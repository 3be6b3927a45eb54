import { createHash } from 'node:crypto'

/** One instance of the chat, and the name by which its cookie means it: nothing that tells its address. */
export type Instance = { url: string; name: string }

export type Instances = {
  readonly all: readonly Instance[]
  /**
   * The instance that the cookies name, else the next in turn. Whose connection is there already (`isBound`) has no other;
   * for a new one, an instance that has just failed is left out while there are others.
   */
  pick(cookies: string | undefined, isBound: boolean): Instance
  failed(instance: Instance): void
  /** What binds a browser to the instance; undefined where there is only one. */
  cookieFor(instance: Instance): string | undefined
}

/** How long (ms) an instance that did not answer gets nothing new. */
const REST = 2_000

const COOKIE = /(?:^|;\s*)meadow-chat=([\w-]+)/

type Parts = { urls: readonly string[]; isHttps: boolean; now: () => Date }

/** Spreads connections over the instances of the chat; what is polled stays with one by a cookie. */
export function createInstances({ urls, isHttps, now }: Parts): Instances {
  const all = urls.map((url) => ({ url, name: createHash('sha256').update(url).digest('base64url').slice(0, 8) }))
  const failedAt = new Map<string, number>()
  let turn = 0

  const isResting = ({ url }: Instance) => Math.abs(now().getTime() - (failedAt.get(url) ?? 0)) < REST

  const next = (): Instance => {
    const awake = all.filter((instance) => !isResting(instance))
    const choice = awake.length > 0 ? awake : all
    turn += 1
    return choice[turn % choice.length] as Instance
  }

  return {
    all,
    pick(cookies = '', isBound) {
      const [, name] = COOKIE.exec(cookies) ?? []
      const known = all.find((instance) => instance.name === name)
      return known && (isBound || !isResting(known)) ? known : next()
    },
    failed({ url }) {
      failedAt.set(url, now().getTime())
    },
    cookieFor({ name }) {
      if (all.length === 1) return undefined
      return `meadow-chat=${name}; Path=/socket.io; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
    },
  }
}
