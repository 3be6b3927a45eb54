import type { AccountAppeal, AccountRestore, ErrorCode, SecondFactorRequest } from '@meadow/contracts/browser'

const UNKNOWN_ERROR_MESSAGE = 'Something went wrong'
const UNAUTHENTICATED_MESSAGE = 'Authentication failed'
const OFFLINE_MESSAGE = "Can't reach Meadow. Check your connection and try again."

type ApiErrorDetails = {
  /** The HTTP status; 0 without a response. */
  status: number
  /** `offline`: no response; `unknown`: a response without a code. */
  code: ErrorCode | 'offline' | 'unknown'
  message: string
  /** Messages by field, for forms. */
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  /** The whole body of the response. */
  body?: ErrorBody
  /** The time after which the server wants the next attempt. */
  retryAfterMs?: number | undefined
}

/** A failed call. The message is written for members and can be shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ApiErrorDetails['status']
  readonly code: ApiErrorDetails['code']
  readonly fields: ApiErrorDetails['fields']
  readonly requestId: ApiErrorDetails['requestId']
  /** The body of the response; empty without a readable one. */
  readonly body: ErrorBody
  readonly retryAfterMs: ApiErrorDetails['retryAfterMs']

  constructor(details: ApiErrorDetails, options?: ErrorOptions) {
    const { status, code, message, fields, requestId, body = {}, retryAfterMs } = details
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** Creates the error of a call without a response: no network, DNS failure, timeout. */
export const createOfflineError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'offline', message: OFFLINE_MESSAGE }, { cause })

/** Creates the error of a response that is not valid JSON. */
export const createUnreadableResponseError = (status: number, cause: unknown): ApiError =>
  new ApiError({ status, code: 'unknown', message: UNKNOWN_ERROR_MESSAGE }, { cause })

/** Converts an error response. The message is its `error` field, or its raw text, or a default. */
export async function toApiError(response: Response): Promise<ApiError> {
  const raw = await response.text().catch(() => '')
  const body = parseErrorBody(raw)
  const { error, code, fields, requestId } = body
  const fallback = response.status === 401 ? UNAUTHENTICATED_MESSAGE : UNKNOWN_ERROR_MESSAGE
  return new ApiError({
    status: response.status,
    code: code ?? 'unknown',
    message: error || toReadableText(raw) || fallback,
    fields,
    requestId,
    body,
    retryAfterMs: Number(response.headers.get('retry-after')) * 1_000 || undefined, // our services send seconds
  })
}

type ErrorBody = {
  error?: string
  code?: ErrorCode
  fields?: Record<string, string>
  requestId?: string
  /** The way back into the account, of `account_deactivated`. */
  restore?: AccountRestore
  /** The second step of the sign-in, of `second_factor_required`. */
  secondFactor?: SecondFactorRequest
  /** The way to appeal, of `account_suspended`. */
  appeal?: AccountAppeal
}

function parseErrorBody(raw: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(raw)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Returns '' for markup and JSON, which members cannot read. */
const toReadableText = (raw: string) => (/^\s*[<{[]/.test(raw) ? '' : raw.trim())
