import { parseCookie, stringifySetCookie } from 'cookie'
import { LIFETIME } from './session.ts'

/**
 * The cookie that keeps a browser signed in: no script reads it, no other site sends it, and only auth gets it. `host` is
 * the address that the browser asked for.
 */
export type RefreshCookie = {
  read(header: string | undefined, host: string): string | undefined
  /** The header that hands it out: for 30 days, or until the browser closes. */
  give(value: string, remember: boolean, host: string): string
  /** The header that takes it back. */
  clear(host: string): string
}

/** Cookies do not tell ports apart, so the name does: two installations on one machine keep their own. */
export function createRefreshCookie(publicUrl: URL | undefined): RefreshCookie {
  const secure = publicUrl?.protocol === 'https:'
  const common = { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure } as const
  const portOf = (host: string) => (publicUrl ?? URL.parse(`http://${host}`))?.port || (secure ? '443' : '80')
  const nameFor = (host: string) => `${secure ? '__Secure-' : ''}meadow-refresh-${portOf(host)}`

  return {
    read: (header, host) => parseCookie(header ?? '')[nameFor(host)],
    give: (value, remember, host) =>
      stringifySetCookie({
        ...common,
        name: nameFor(host),
        value,
        ...(remember && { maxAge: LIFETIME.remembered / 1000 }),
      }),
    clear: (host) => stringifySetCookie({ ...common, name: nameFor(host), value: '', maxAge: 0 }),
  }
}
