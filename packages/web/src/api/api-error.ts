import type { ErrorCode } from '@meadow/contracts'

const UNKNOWN_ERROR_MESSAGE = 'Something went wrong'
const UNAUTHENTICATED_MESSAGE = 'Authentication failed'
const OFFLINE_MESSAGE = 'Meadow cannot be reached. Check your connection and try again.'

type ApiErrorDetails = {
  /** The HTTP status; 0 when no answer came. */
  status: number
  /** For programs. `offline`: no answer came; `unknown`: an answer without a code. */
  code: ErrorCode | 'offline' | 'unknown'
  message: string
  /** What to mend, by field. */
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
}

/** A call that did not succeed. The message is for people and can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ApiErrorDetails['status']
  readonly code: ApiErrorDetails['code']
  readonly fields: ApiErrorDetails['fields']
  readonly requestId: ApiErrorDetails['requestId']

  constructor({ status, code, message, fields, requestId }: ApiErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/** No answer came: no network, a name that does not resolve, a time limit. */
export const createOfflineError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'offline', message: OFFLINE_MESSAGE }, { cause })

/** An answer came that a page cannot use. */
export const createUnreadableResponseError = (status: number, cause: unknown): ApiError =>
  new ApiError({ status, code: 'unknown', message: UNKNOWN_ERROR_MESSAGE }, { cause })

/** The error that an answer tells: its `error` field, else its raw text, else a sentence of our own. */
export async function toApiError(response: Response): Promise<ApiError> {
  const raw = await response.text().catch(() => '')
  const { error, code, fields, requestId } = parseErrorBody(raw)
  const fallback = response.status === 401 ? UNAUTHENTICATED_MESSAGE : UNKNOWN_ERROR_MESSAGE
  return new ApiError({
    status: response.status,
    code: code ?? 'unknown',
    message: error || toReadableText(raw) || fallback,
    fields,
    requestId,
  })
}

type ErrorBody = { error?: string; code?: ErrorCode; fields?: Record<string, string>; requestId?: string }

function parseErrorBody(raw: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(raw)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Markup and objects are written for programs. */
const toReadableText = (raw: string) => (/^\s*[<{[]/.test(raw) ? '' : raw.trim())
