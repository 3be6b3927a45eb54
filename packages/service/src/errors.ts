import type { MessageDraftView, PostDraftView } from '@meadow/contracts'
import {
  type AccountAppeal,
  type AccountRestore,
  ERRORS,
  type ErrorCode,
  type ErrorKind,
  type SecondFactorRequest,
} from '@meadow/contracts/errors'

export type ErrorDetails = {
  /** Messages for people, by field. */
  fields?: Record<string, string>
  /** Codes for programs, by field. */
  fieldCodes?: Record<string, string>
  /** The way back into the account, of `account_deactivated`. */
  restore?: AccountRestore
  /** The second step of the sign-in, of `second_factor_required`. */
  secondFactor?: SecondFactorRequest
  /** The way to appeal, of `account_suspended`. */
  appeal?: AccountAppeal
  /** The newer version of the draft, of `draft_changed`; null: it was deleted. */
  draft?: PostDraftView | null
  messageDraft?: MessageDraftView | null
  /** Seconds until the client should try again. */
  retryAfter?: number
  cause?: unknown
  /** Replaces the message of the table of errors. */
  message?: string
}

/** An error that the caller can act on. `code` is for programs and never changes; the message is for people. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly fields: Record<string, string> | undefined
  readonly fieldCodes: Record<string, string> | undefined
  readonly restore: AccountRestore | undefined
  readonly secondFactor: SecondFactorRequest | undefined
  readonly appeal: AccountAppeal | undefined
  readonly draft: PostDraftView | null | undefined
  readonly messageDraft: MessageDraftView | null | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.kind = ERRORS[code].kind
    this.fields = details.fields
    this.fieldCodes = details.fieldCodes
    this.restore = details.restore
    this.secondFactor = details.secondFactor
    this.appeal = details.appeal
    this.draft = details.draft
    this.messageDraft = details.messageDraft
    this.retryAfter = details.retryAfter
  }
}
