import bowser from 'bowser'

/** Nobody's browser says more of itself. */
const USER_AGENT_MAX = 500

const BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string | undefined> = new Set(Object.values(bowser.OS_MAP))

/** What `User-Agent` calls itself, as people say it: 'Firefox on Linux'. Only known names, so nobody words the list. */
export function deviceOf(userAgent: string | undefined): string {
  const { browser, os } = bowser.parse(userAgent?.slice(0, USER_AGENT_MAX) || '-')
  const isKnown = BROWSERS.has(browser.name)
  if (!SYSTEMS.has(os.name)) return (isKnown && browser.name) || 'Unknown device'
  return isKnown ? `${browser.name} on ${os.name}` : `Unknown browser on ${os.name}`
}
