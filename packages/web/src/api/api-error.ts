import type { ErrorCode } from '@meadow/contracts'

const SOMETHING_WRONG = 'Something went wrong'
const NOT_SIGNED_IN = 'Authentication failed'
const OFFLINE = 'Meadow cannot be reached. Check your connection and try again.'

type Details = {
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
  readonly status: Details['status']
  readonly code: Details['code']
  readonly fields: Details['fields']
  readonly requestId: Details['requestId']

  constructor({ status, code, message, fields, requestId }: Details, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/** No answer came: no network, a name that does not resolve, a time limit. */
export const offline = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'offline', message: OFFLINE }, { cause })

/** An answer came that a page cannot use. */
export const unreadable = (status: number, cause: unknown): ApiError =>
  new ApiError({ status, code: 'unknown', message: SOMETHING_WRONG }, { cause })

/** The error that an answer tells: its `error` field, else its raw text, else a sentence of our own. */
export async function toApiError(response: Response): Promise<ApiError> {
  const raw = await response.text().catch(() => '')
  const { error, code, fields, requestId } = parse(raw)
  const fallback = response.status === 401 ? NOT_SIGNED_IN : SOMETHING_WRONG
  return new ApiError({
    status: response.status,
    code: code ?? 'unknown',
    message: error || readable(raw) || fallback,
    fields,
    requestId,
  })
}

type Told = { error?: string; code?: ErrorCode; fields?: Record<string, string>; requestId?: string }

function parse(raw: string): Told {
  try {
    const body: unknown = JSON.parse(raw)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Markup and objects are written for programs. */
const readable = (raw: string) => (/^\s*[<{[]/.test(raw) ? '' : raw.trim())
