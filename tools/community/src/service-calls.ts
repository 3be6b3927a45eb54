import type { ServerResponse } from 'node:http'
import type { Call, CallResponse } from '@meadow/contracts'
import { LOOPBACK_REQUEST_HEADER } from '@meadow/service'
import inject from 'light-my-request'
import type * as z from 'zod'
import { findRoute, toUpstreamUrl } from '../../../gateway/src/routes.ts'
import { runAt } from './clock.ts'
import type { CommunityServices } from './services.ts'

type InputOf<S> = S extends z.ZodType ? z.input<S> : never

type CallOptions<C extends Call> = {
  /** The time at which the call is made, as the services see it. */
  at: Date
  /** The access token of the caller. */
  token?: string
  params?: InputOf<C['params']>
  body?: C['encoding'] extends 'multipart' ? FormData : InputOf<C['body']>
  /** The same for each attempt to create the same thing. */
  clientKey?: string
}

/** Makes a call of the product. @throws CallError if the service refuses it */
export type CallService = <C extends Call>(call: C, options: CallOptions<C>) => Promise<CallResponse<C>>

export class CallError extends Error {
  readonly code: string
  constructor(call: string, code: string) {
    super(`${call}: ${code}`)
    this.code = code
  }
}

/** Creates a function that calls the services' request handlers directly, without a network: there are thousands of calls. */
export const createServiceCalls =
  (services: CommunityServices): CallService =>
  async (call, { at, token, params, body, clientKey }) => {
    const path = `/api${call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(Object(params)[name])))}`
    const to = findRoute(path)?.upstream
    if (to === undefined || to === 'frontends') throw new Error(`No service has the path ${path}`)
    const encoded = body && new Response(body instanceof FormData ? body : JSON.stringify(body))
    const contentType = body instanceof FormData ? encoded?.headers.get('content-type') : 'application/json'
    const { statusCode, payload } = await inject(
      (request, response) => runAt(at, () => services[to].app(request, keepOwnWrite(response))),
      {
        method: call.method.toUpperCase(),
        url: toUpstreamUrl(path),
        headers: {
          [LOOPBACK_REQUEST_HEADER]: '1', // the demo accounts sign in without a password
          ...(token && { authorization: `Bearer ${token}` }),
          ...(clientKey && { 'idempotency-key': clientKey }),
          ...(contentType && encoded && { 'content-type': contentType }),
        },
        ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
      },
    )
    const result = JSON.parse(payload)
    if (statusCode >= 300) throw new CallError(`${call.method} ${call.path}`, result.code)
    return result
  }

/** Express replaces the prototype of a response; light-my-request needs its own `write` and `end`. */
const keepOwnWrite = (response: ServerResponse): ServerResponse => {
  const { write, end } = response
  return Object.assign(response, { write, end })
}
