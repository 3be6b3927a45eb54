import { ApiError, type OutboxEntry } from '@meadow/web'

/** The server has refused an action whose form waited for it. */
export class RefusedActionError extends ApiError {
  override name = 'RefusedActionError'
  /** The position of the refused request in its entry. */
  readonly requestIndex: number
  /** The responses to the earlier requests. */
  readonly responses: readonly unknown[]

  constructor({ refusal, responses }: OutboxEntry) {
    const { status, code, message, fields } = refusal ?? { status: 0, code: 'unknown', message: '' }
    super({ status, code: code as ApiError['code'], message, fields })
    this.requestIndex = responses.length
    this.responses = responses
  }
}
