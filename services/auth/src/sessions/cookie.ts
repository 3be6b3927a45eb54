import { parseCookie, stringifySetCookie } from 'cookie'
import { LIFETIME } from './session.ts'

/** The cookie that keeps a browser signed in: no script reads it, no other site sends it, and only auth gets it. */
export type RefreshCookie = {
  read(header: string | undefined): string | undefined
  /** The header that hands it out: for 30 days, or until the browser closes. */
  give(value: string, remember: boolean): string
  /** The header that takes it back. */
  clear(): string
}

/** Cookies do not tell ports apart, so the name does: two installations on one machine keep their own. */
export function createRefreshCookie(publicUrl: URL | undefined): RefreshCookie {
  const secure = publicUrl?.protocol === 'https:'
  const port = publicUrl ? publicUrl.port || (secure ? '443' : '80') : '5000'
  const name = `${secure ? '__Secure-' : ''}meadow-refresh-${port}`
  const common = { name, httpOnly: true, sameSite: 'strict', path: '/api/auth', secure } as const

  return {
    read: (header) => parseCookie(header ?? '')[name],
    give: (value, remember) =>
      stringifySetCookie({ ...common, value, ...(remember && { maxAge: LIFETIME.remembered / 1000 }) }),
    clear: () => stringifySetCookie({ ...common, value: '', maxAge: 0 }),
  }
}
