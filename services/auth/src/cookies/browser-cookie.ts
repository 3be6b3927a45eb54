import { parseCookie, stringifySetCookie } from 'cookie'

/** A cookie of this installation: httpOnly, SameSite=Strict if not said otherwise, and sent to auth only. `host` is the host that the browser requested. */
export type BrowserCookie = {
  read(header: string | undefined, host: string): string | undefined
  /** Returns the `Set-Cookie` header. Without `maxAgeMs` the cookie lasts until the browser closes. */
  toSetCookie(value: string, host: string, maxAgeMs?: number): string
  /** Returns the `Set-Cookie` header that deletes the cookie. */
  toClearCookie(host: string): string
}

/**
 * Creates a cookie. Browsers share cookies between ports, so the name contains the port: two installations on one machine have
 * separate cookies. `lax` is for a cookie that a browser must send when another site sends it back here.
 */
export function createBrowserCookie(
  name: string,
  publicUrl: URL | undefined,
  sameSite: 'strict' | 'lax' = 'strict',
): BrowserCookie {
  const secure = publicUrl?.protocol === 'https:'
  const common = { httpOnly: true, sameSite, path: '/api/auth', secure }
  const portOf = (host: string) => (publicUrl ?? URL.parse(`http://${host}`))?.port || (secure ? '443' : '80')
  const nameFor = (host: string) => `${secure ? '__Secure-' : ''}${name}-${portOf(host)}`

  return {
    read: (header, host) => parseCookie(header ?? '')[nameFor(host)],
    toSetCookie: (value, host, maxAgeMs) =>
      stringifySetCookie({
        ...common,
        name: nameFor(host),
        value,
        ...(maxAgeMs !== undefined && { maxAge: maxAgeMs / 1000 }),
      }),
    toClearCookie: (host) => stringifySetCookie({ ...common, name: nameFor(host), value: '', maxAge: 0 }),
  }
}
