import { DomainError } from '../errors.ts'

type TokenOwner = { actor: string; session: string }

/**
 * The error of an access token or a refresh cookie, with what the log says about it. `owner` is set if auth has issued the
 * token. An expired token has no such error. The code is `token_invalid`, which ends the session in the browser. For an unknown
 * key it is `token_expired`, which renews the session: the key may have been revoked before this process started.
 */
export class RefusedTokenError extends DomainError {
  readonly reason: 'invalid_token' | 'unknown_key' | 'invalid_cookie' | 'session_ended'
  readonly owner: TokenOwner | undefined

  constructor(reason: RefusedTokenError['reason'], details: { owner?: TokenOwner; cause?: unknown } = {}) {
    super(reason === 'unknown_key' ? 'token_expired' : 'token_invalid', { cause: details.cause })
    this.reason = reason
    this.owner = details.owner
  }
}
