import type { ErrorCode } from '@meadow/contracts'

/** The code of an error that a member's picture causes. */
export type PictureErrorCode = Extract<
  ErrorCode,
  'unsupported_type' | 'too_large' | 'animation_too_large' | 'invalid_picture'
>

/** An error of the encoder, which runs in a process of its own and does not load @meadow/service. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
