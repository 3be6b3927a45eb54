import { createInstances, type Instances } from '../instances/instances.ts'
import type { FrontendUrls, GatewayRoute, UpstreamUrls } from '../routes.ts'

/** A service, one front end with an address of its own, or all other front ends. */
export type Upstream = {
  name: string
  /** The addresses of the configuration. */
  urls: readonly string[]
  instances: Instances
}

export type Upstreams = {
  readonly all: readonly Upstream[]
  readonly chat: Upstream
  /** Returns the upstream of a route. */
  find(route: Pick<GatewayRoute, 'upstream' | 'frontend'>): Upstream
}

type UpstreamsDeps = {
  upstreams: UpstreamUrls
  frontendUrls: FrontendUrls
  chatUrls: readonly string[]
  now: () => Date
}

const FRONTEND_COUNT = 4

/** Creates the upstreams of the configuration. The address of all front ends is left out if each has its own. */
export function createUpstreams({ upstreams, frontendUrls, chatUrls, now }: UpstreamsDeps): Upstreams {
  const create = (name: string, urls: readonly string[]): Upstream => ({
    name,
    urls,
    instances: createInstances({ urls, now }),
  })
  const { frontends, ...services } = upstreams
  const ownUrls = Object.entries(frontendUrls)
  const urls = {
    ...services,
    ...(ownUrls.length < FRONTEND_COUNT && { frontends }),
    ...Object.fromEntries(ownUrls.map(([name, url]) => [`frontend-${name}`, url])),
  }
  const chat = create('chat', chatUrls)
  const all = [...Object.entries(urls).map(([name, url]) => create(name, [url])), chat]
  const byName = new Map(all.map((upstream) => [upstream.name, upstream]))
  return {
    all,
    chat,
    find({ upstream, frontend }) {
      const found = byName.get(`frontend-${frontend}`) ?? byName.get(upstream)
      if (!found) throw new Error(`no upstream ${upstream}`)
      return found
    },
  }
}
