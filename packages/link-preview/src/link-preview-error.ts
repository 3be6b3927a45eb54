/** The reasons for which an address has no preview. `unreachable` may be different the next time. */
export type LinkPreviewErrorCode =
  | 'address_refused'
  | 'robots_refused'
  | 'unreachable'
  | 'too_slow'
  | 'too_many_redirects'
  | 'not_a_page'
  | 'no_title'

export class LinkPreviewError extends Error {
  override name = 'LinkPreviewError'
  readonly code: LinkPreviewErrorCode
  /** The process that fetches had to be killed, which says nothing about the address. */
  readonly isOfProcess: boolean

  constructor(code: LinkPreviewErrorCode, cause?: unknown, { isOfProcess = false } = {}) {
    super(code, { cause })
    this.code = code
    this.isOfProcess = isOfProcess
  }
}
