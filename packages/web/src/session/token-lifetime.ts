/** When a token was made and when it expires, in ms; undefined for what is not a token. Nothing is verified here. */
export function readTokenLifetime(token: string): { from: number; until: number } | undefined {
  try {
    const [, payload = ''] = token.split('.')
    const { iat, exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return Number.isFinite(iat) && Number.isFinite(exp) ? { from: iat * 1000, until: exp * 1000 } : undefined
  } catch {
    return undefined
  }
}
