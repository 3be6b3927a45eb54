import bowser from 'bowser'

/** Longer headers are cut: no browser sends more. */
const MAX_USER_AGENT_LENGTH = 500

const KNOWN_BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(bowser.BROWSER_MAP))
const KNOWN_SYSTEMS: ReadonlySet<string | undefined> = new Set(Object.values(bowser.OS_MAP))

/** Converts a `User-Agent` header to a name such as 'Firefox on Linux'. Returns known names only, never text of the client. */
export function toDeviceName(userAgent: string | undefined): string {
  const { browser, os } = bowser.parse(userAgent?.slice(0, MAX_USER_AGENT_LENGTH) || '-')
  const isKnown = KNOWN_BROWSERS.has(browser.name)
  if (!KNOWN_SYSTEMS.has(os.name)) return (isKnown && browser.name) || 'Unknown device'
  return isKnown ? `${browser.name} on ${os.name}` : `Unknown browser on ${os.name}`
}
