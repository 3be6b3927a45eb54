/** Reasons for which a recording or a video cannot be encoded, however often it is tried. */
export type EncodingErrorCode = 'unsupported_type' | 'too_long' | 'invalid_file'

/** An error that the content of a file causes. */
export class EncodingError extends Error {
  override name = 'EncodingError'
  readonly code: EncodingErrorCode

  constructor(code: EncodingErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
