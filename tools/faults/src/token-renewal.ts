/** The age at which a token is renewed. Auth's tokens last 15 minutes. */
const MAX_TOKEN_AGE_MS = 10 * 60_000

type RenewedToken = { token: string; renewedAt: number; signIn: () => Promise<string> }

/** Replaces the tokens of members before they expire, so that a load can run for hours. */
export type TokenRenewal = {
  /** Renews a token by signing in again. */
  track(token: string, signIn: () => Promise<string>): void
  /** Returns the token that replaces `token` now. A token that is not tracked stays as it is, such as that of an ended session. */
  getCurrent(token: string): Promise<string>
}

/** Creates the renewal of tokens. `now` returns milliseconds since 1970. */
export function createTokenRenewal(now: () => number = Date.now): TokenRenewal {
  const tokens = new Map<string, RenewedToken>()
  const renewals = new Map<string, Promise<string>>()

  async function renew(first: string, { signIn }: RenewedToken): Promise<string> {
    const token = await signIn()
    tokens.set(first, { token, renewedAt: now(), signIn })
    return token
  }

  return {
    track: (token, signIn) => void tokens.set(token, { token, renewedAt: now(), signIn }),
    async getCurrent(first) {
      const known = tokens.get(first)
      if (!known || now() - known.renewedAt < MAX_TOKEN_AGE_MS) return known?.token ?? first
      const running = renewals.get(first) ?? renew(first, known).finally(() => renewals.delete(first))
      renewals.set(first, running)
      return running
    },
  }
}
