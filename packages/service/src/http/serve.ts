import type { Call, CallRequest, CallResponse } from '@meadow/contracts'
import type { Request, RequestHandler, Response } from 'express'
import { DomainError } from '../errors.ts'
import type { Claims } from '../tokens/claims.ts'
import type { Verifier } from '../tokens/verifier.ts'
import { type ClientKey, readClientKey } from './client-key.ts'
import { parseRequestPart } from './parse-request-part.ts'
import { readJson } from './read-json.ts'

/** Who makes a call: what their verified token says. */
export type Caller = Claims

/** What a handler is given. The body of a multipart call is still in the `request`. */
export type CallContext<C extends Call> = Omit<CallRequest<C>, 'body'> & {
  body: C['encoding'] extends 'multipart' ? undefined : CallRequest<C>['body']
  /** For calls that anyone may make: undefined without a valid token. */
  member: C['access'] extends 'member' ? Caller : Caller | undefined
  /** For calls that take one: how the client names this attempt. */
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

/** A call with what answers it. */
export type CallRoute = { readonly call: Call; readonly handler: AnyCallHandler }

/** Binds a call to its handler. Parsing, the token and errors are seen to; the handler gets what the contract promises. */
export const serve = <C extends Call>(
  call: C,
  handler: (at: CallContext<C>) => Promise<CallResponse<C>>,
): CallRoute => ({
  call,
  handler: handler as unknown as AnyCallHandler,
})

/** The call as Express takes it: path parameters, token, query, body, client key, handler, answer, in this order. */
export function toRequestHandler({ call, handler }: CallRoute, verifier: Verifier | undefined): RequestHandler {
  return async (request, response) => {
    const params = parseRequestPart('params', call.params, request.params)
    const member = await findCaller(request, call, verifier)
    const query = parseRequestPart('query', call.query, request.query)
    const isJson = call.body && call.encoding !== 'multipart'
    const body = isJson ? parseRequestPart('body', call.body, (await readJson(request, response)) ?? {}) : undefined
    const key = readClientKey(request, call, member, { params, query, body })
    response.status(call.status ?? 200) // a handler may say otherwise
    const answer = await handler({ params, query, body, member, key, request, response })
    if (process.env['NODE_ENV'] === 'test') call.response.parse(answer) // answers keep the contract
    response.json(answer)
  }
}

async function findCaller(request: Request, call: Call, verifier: Verifier | undefined): Promise<Caller | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (call.access === 'member') {
    if (!token || !verifier) throw new DomainError(request.headers.authorization ? 'token_invalid' : 'token_missing')
    return verifier.verify(token)
  }
  return token ? verifier?.verify(token).catch(() => undefined) : undefined
}
