import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type Call, type CallRequest, type CallResponse, ClientKeyHeader } from '@meadow/contracts'
import { ROLES } from '@meadow/contracts/limits'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { DomainError } from '../errors.ts'
import type { Claims } from '../tokens/claims.ts'
import { RefusedTokenError } from '../tokens/refused-token-error.ts'
import type { Verifier } from '../tokens/verifier.ts'
import { isJsonTooDeep } from './json-depth.ts'
import { parseRequestPart } from './parse-request-part.ts'

/** The member who makes a call: the claims of the verified token. */
export type Caller = Claims

/** The idempotency key of a call: a client repeats a call with the same key after it has lost the response. */
export type ClientKey = {
  memberId: string
  /** Method and path of the call. Two calls may use the same key. */
  call: string
  key: string
  /** The SHA-256 hash of the parsed request. */
  fingerprint: string
}

/** The input of a call's handler. The body of a multipart call is still in the `request`. */
export type CallContext<C extends Call> = Omit<CallRequest<C>, 'body'> & {
  body: C['encoding'] extends 'multipart' ? undefined : CallRequest<C>['body']
  /** Undefined for a guest, and for calls with access `anyone` without a valid token. */
  member: C['access'] extends 'member' | 'moderator' | 'admin' ? Caller : Caller | undefined
  /** The client key, for calls that are idempotent. */
  key: C['idempotent'] extends true ? ClientKey | undefined : undefined
  request: Request
  response: Response
}

type AnyCallHandler = (at: {
  params: unknown
  query: unknown
  body: unknown
  member: Caller | undefined
  key: ClientKey | undefined
  request: Request
  response: Response
}) => Promise<unknown>

/** A call with its handler. */
export type CallRoute = { readonly call: Call; readonly handler: AnyCallHandler }

/**
 * Binds a call to its handler. The handler gets input that has been parsed by the contract, and the verified token. It returns
 * the response.
 */
export const serve = <C extends Call>(
  call: C,
  handler: (at: CallContext<C>) => Promise<CallResponse<C>>,
): CallRoute => ({
  call,
  handler: handler as unknown as AnyCallHandler,
})

type RequestHandlerOptions = {
  verifier: Verifier | undefined
  validateResponses: boolean
  /** Guests may make the calls with access `guest`; otherwise these are for members only. */
  allowsGuests: boolean
}

/**
 * Creates the Express handler of a call. It reads the path parameters, token, query, body and client key in this order,
 * runs the handler and sends its result. With `validateResponses`, a result that does not match the contract is an error.
 */
export function toRequestHandler(
  { call, handler }: CallRoute,
  { verifier, validateResponses, allowsGuests }: RequestHandlerOptions,
): RequestHandler {
  return async (request, response) => {
    const params = parseRequestPart('params', call.params, request.params)
    const member = await findCaller(request, call, { verifier, allowsGuests })
    const query = parseRequestPart('query', call.query, request.query)
    const isJson = call.body && call.encoding !== 'multipart'
    const body = isJson ? parseRequestPart('body', call.body, (await readJson(request, response)) ?? {}) : undefined
    const key = readClientKey(request, call, member, { params, query, body })
    response.status(call.status ?? 200) // a handler may set another status
    const result = await handler({ params, query, body, member, key, request, response })
    if (validateResponses) call.response.parse(result)
    sendJson(response, JSON.stringify(result))
  }
}

/** Sends JSON. Express would look at settings that no service has, and parse the content type. */
function sendJson(response: Response, json: string): void {
  const bytes = Buffer.from(json)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** Finds the member of a request. A token that is refused never makes its sender a guest: the page renews it. */
async function findCaller(
  request: Request,
  { access }: Call,
  { verifier, allowsGuests }: Pick<RequestHandlerOptions, 'verifier' | 'allowsGuests'>,
): Promise<Caller | undefined> {
  const hasToken = request.headers.authorization !== undefined && request.headers.authorization !== ''
  if (access === 'guest' && allowsGuests && !hasToken) return undefined
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (access === 'anyone') return token ? verifier?.verify(token).catch(() => undefined) : undefined
  if (!hasToken) throw new DomainError('token_missing')
  if (!token || !verifier) throw new RefusedTokenError('invalid_token')
  const caller = await verifier.verify(token)
  const isRole = access === 'moderator' || access === 'admin'
  if (isRole && ROLES.indexOf(caller.role) < ROLES.indexOf(access)) throw new DomainError('forbidden')
  return caller
}

const MAX_BODY_BYTES = 256 * 1024

/** Refuses compressed bodies, because a few bytes can expand to gigabytes, and deeply nested ones before it parses them. */
const readBody = promisify(
  express.json({
    limit: MAX_BODY_BYTES,
    inflate: false,
    strict: false,
    verify: (_request, _response, body) => {
      if (isJsonTooDeep(body)) throw new DomainError('malformed_body')
    },
  }),
)

/** Reads the JSON body of a request. Returns undefined if it has none. @throws unsupported_type, too_large, malformed_body */
async function readJson(request: Request, response: Response): Promise<unknown> {
  const { 'transfer-encoding': transferEncoding, 'content-length': length } = request.headers
  if (!transferEncoding && !Number(length)) return undefined
  if (!request.is('application/json')) throw new DomainError('unsupported_type')
  await readBody(request, response)
  return request.body
}

/**
 * Reads the client key of an idempotent call. Returns undefined if the request has none.
 * @throws invalid_request for a malformed key
 */
function readClientKey(
  { headers }: Request,
  call: Call,
  member: Caller | undefined,
  input: { params: unknown; query: unknown; body: unknown },
): ClientKey | undefined {
  if (!call.idempotent || !member) return undefined
  const key = parseRequestPart('Idempotency-Key', ClientKeyHeader.optional(), headers['idempotency-key'])
  if (typeof key !== 'string') return undefined
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([input.params, input.query, input.body])) // parsed: properties are in the order of the contract
    .digest('base64url')
  return { memberId: member.sub, call: `${call.method.toUpperCase()} ${call.path}`, key, fingerprint }
}
