export type UpstreamName = 'auth' | 'social' | 'posts' | 'notify' | 'frontends'
/** The address of each upstream. */
export type UpstreamUrls = Record<UpstreamName, string>

/** The front ends that can have an address of their own. The shell serves all pages. */
type FrontendName = 'shell' | 'feed' | 'profile' | 'chat'
/** The address of each front end that has its own. The others are at that of the upstream `frontends`. */
export type FrontendUrls = Partial<Record<FrontendName, string>>

export type GatewayRoute = {
  prefix: string
  /** Only paths with something between the prefix and this end. */
  suffix?: string
  /** `chat` may have several instances; every one handles calls. */
  upstream: UpstreamName | 'chat'
  frontend?: FrontendName
  /** Uploads have a longer time-out. */
  isUpload?: true
  /** Keeps the Content-Security-Policy of the upstream, such as the sandbox of pictures. */
  keepsUpstreamPolicy?: true
}

/** The routes of the gateway; the first match wins. Services get paths without `/api`. */
const ROUTES: readonly GatewayRoute[] = [
  { prefix: '/api/auth/profile', upstream: 'social' },
  { prefix: '/api/auth/users', upstream: 'social' },
  { prefix: '/api/auth/suggestions', upstream: 'social' },
  { prefix: '/api/auth', upstream: 'auth' },
  { prefix: '/api/users', upstream: 'social' },
  { prefix: '/api/reports', upstream: 'social' },
  { prefix: '/api/moderation', upstream: 'social' },
  { prefix: '/api/posts/notifications', upstream: 'notify' },
  { prefix: '/api/posts', upstream: 'posts' },
  { prefix: '/api/search', upstream: 'posts' },
  { prefix: '/api/tags', upstream: 'posts' },
  { prefix: '/api/trends', upstream: 'posts' },
  { prefix: '/api/push', upstream: 'notify' },
  { prefix: '/api/media', upstream: 'posts', isUpload: true },
  { prefix: '/api/messages/image', upstream: 'chat', isUpload: true },
  { prefix: '/api/messages/voice', upstream: 'chat', isUpload: true },
  { prefix: '/api/messages/video', upstream: 'chat', isUpload: true },
  { prefix: '/api/messages', upstream: 'chat' },
  { prefix: '/profile', suffix: '/feed.atom', upstream: 'posts' },
  { prefix: '/sitemap.xml', upstream: 'posts' },
  { prefix: '/media/p', upstream: 'posts', keepsUpstreamPolicy: true },
  { prefix: '/media/c', upstream: 'chat', keepsUpstreamPolicy: true },
  { prefix: '/dev/oauth/authorize', upstream: 'auth', keepsUpstreamPolicy: true },
  { prefix: '/dev/mail', upstream: 'auth', keepsUpstreamPolicy: true },
  { prefix: '/mf/feed', upstream: 'frontends', frontend: 'feed' },
  { prefix: '/mf/profile', upstream: 'frontends', frontend: 'profile' },
  { prefix: '/mf/chat', upstream: 'frontends', frontend: 'chat' },
]

/** Paths that the gateway does not forward: between services, and for operators. */
const PRIVATE_PREFIXES = ['/api', '/media', '/socket.io', '/internal', '/health', '/metrics']

/** The route of all pages. */
export const SHELL_ROUTE: GatewayRoute = { prefix: '/', upstream: 'frontends', frontend: 'shell' }

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
const isOfRoute = (path: string, { prefix, suffix }: GatewayRoute) =>
  isBelow(path, prefix) && (!suffix || (path.endsWith(suffix) && path.length > prefix.length + suffix.length))

/** Returns the route of a path, or undefined if there is none. */
export function findRoute(path: string): GatewayRoute | undefined {
  const route = ROUTES.find((one) => isOfRoute(path, one))
  if (route) return route
  return PRIVATE_PREFIXES.some((prefix) => isBelow(path, prefix)) ? undefined : SHELL_ROUTE
}

/** Returns path and query as the upstream expects them. */
export const toUpstreamUrl = (url: string): string => (url.startsWith('/api/') ? url.slice('/api'.length) : url)
