export type Upstream = 'auth' | 'social' | 'posts' | 'notify' | 'frontends'
/** Where each upstream listens. */
export type Upstreams = Record<Upstream, string>

export type Route = {
  prefix: string
  /** The chat may have several instances: any of them answers calls. */
  to: Upstream | 'chat'
  /** Uploads may pause for longer than other calls. */
  uploads?: true
  /** What the upstream says about framing and scripts stands, e.g. the sandbox around pictures. */
  ownPolicy?: true
}

/** The edge's map, the first match wins. Services see paths without `/api`. */
const ROUTES: readonly Route[] = [
  { prefix: '/api/auth/profile', to: 'social' },
  { prefix: '/api/auth/users', to: 'social' },
  { prefix: '/api/auth/suggestions', to: 'social' },
  { prefix: '/api/auth', to: 'auth' },
  { prefix: '/api/users', to: 'social' },
  { prefix: '/api/posts/notifications', to: 'notify' },
  { prefix: '/api/posts', to: 'posts' },
  { prefix: '/api/media', to: 'posts', uploads: true },
  { prefix: '/api/messages/image', to: 'chat', uploads: true },
  { prefix: '/api/messages', to: 'chat' },
  { prefix: '/media/p', to: 'posts', ownPolicy: true },
  { prefix: '/media/c', to: 'chat', ownPolicy: true },
]

/** What services tell each other and those who run them. */
const NEVER = ['/api', '/media', '/socket.io', '/internal', '/health', '/metrics']

const PAGES: Route = { prefix: '/', to: 'frontends' }

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** Who answers a path; undefined where nobody does. */
export function findRoute(path: string): Route | undefined {
  const route = ROUTES.find(({ prefix }) => isBelow(path, prefix))
  if (route) return route
  return NEVER.some((prefix) => isBelow(path, prefix)) ? undefined : PAGES
}

/** The path, query included, as the upstream knows it. */
export const toUpstreamUrl = (url: string): string => (url.startsWith('/api/') ? url.slice('/api'.length) : url)
