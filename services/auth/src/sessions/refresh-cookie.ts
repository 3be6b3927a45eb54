import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_LIFETIME_MS } from './session.ts'

/**
 * The refresh cookie of a browser: httpOnly, SameSite=Strict, and sent to auth only. `host` is the host that the browser
 * requested.
 */
export type RefreshCookie = {
  read(header: string | undefined, host: string): string | undefined
  /** Returns the `Set-Cookie` header for 30 days, or until the browser closes. */
  toSetCookie(value: string, remember: boolean, host: string): string
  /** Returns the `Set-Cookie` header that deletes the cookie. */
  toClearCookie(host: string): string
}

/** Browsers share cookies between ports, so the name contains the port: two installations on one machine have separate cookies. */
export function createRefreshCookie(publicUrl: URL | undefined): RefreshCookie {
  const secure = publicUrl?.protocol === 'https:'
  const common = { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure } as const
  const portOf = (host: string) => (publicUrl ?? URL.parse(`http://${host}`))?.port || (secure ? '443' : '80')
  const nameFor = (host: string) => `${secure ? '__Secure-' : ''}meadow-refresh-${portOf(host)}`

  return {
    read: (header, host) => parseCookie(header ?? '')[nameFor(host)],
    toSetCookie: (value, remember, host) =>
      stringifySetCookie({
        ...common,
        name: nameFor(host),
        value,
        ...(remember && { maxAge: SESSION_LIFETIME_MS.remembered / 1000 }),
      }),
    toClearCookie: (host) => stringifySetCookie({ ...common, name: nameFor(host), value: '', maxAge: 0 }),
  }
}
