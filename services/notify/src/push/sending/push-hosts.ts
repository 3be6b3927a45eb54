/** The push services of today's browsers: Chrome and other Chromium browsers, Firefox, Safari, Edge. */
export const DEFAULT_PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const HTTPS_PORT = '443'
const HOST_PATTERN = /^(?:\*\.)?(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/

/** Returns true if the text is an entry of the allow-list: a host, or `*.` and a domain, with an optional port. */
export const isPushHostEntry = (entry: string): boolean => HOST_PATTERN.test(entry)

function matches(entry: string, { hostname, port }: URL): boolean {
  const [name = '', entryPort = HTTPS_PORT] = entry.split(':')
  if ((port || HTTPS_PORT) !== entryPort) return false
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name
}

/** Returns true if pushes may be sent to an endpoint: https, without credentials, at a host and port of the allow-list. */
export function isAllowedEndpoint(endpoint: string, allowList: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  return allowList.some((entry) => matches(entry, url))
}
