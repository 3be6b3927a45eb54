import type { ServerResponse } from 'node:http'
import type { Answer, Call } from '@meadow/contracts'
import inject from 'light-my-request'
import type * as z from 'zod'
import { findRoute, toUpstreamUrl } from '../../../gateway/src/routes.ts'
import { at } from './clock.ts'
import type { Services } from './services.ts'

type Given<S> = S extends z.ZodType ? z.input<S> : never

type Asked<C extends Call> = {
  when: Date
  /** The token of whoever asks. */
  by?: string
  params?: Given<C['params']>
  body?: C['encoding'] extends 'multipart' ? FormData : Given<C['body']>
  /** The same for each attempt to make the same thing. */
  key?: string
}

export type Calling = <C extends Call>(call: C, asked: Asked<C>) => Promise<Answer<C>>

export class Refused extends Error {
  readonly code: string
  constructor(what: string, code: string) {
    super(`${what}: ${code}`)
    this.code = code
  }
}

/** Makes calls of the product, each at its moment: without a network, since thousands are made. @throws Refused */
export const createCalls =
  (services: Services): Calling =>
  async (call, { when, by, params, body, key }) => {
    const path = `/api${call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(Object(params)[name])))}`
    const to = findRoute(path)?.to
    if (to === undefined || to === 'frontends') throw new Error(`No service answers ${path}`)
    const sent = body && new Response(body instanceof FormData ? body : JSON.stringify(body))
    const { statusCode, payload } = await inject(
      (request, response) => at(when, () => services[to].app(request, keepingBytes(response))),
      {
        method: call.method.toUpperCase(),
        url: toUpstreamUrl(path),
        headers: {
          ...(by && { authorization: `Bearer ${by}` }),
          ...(key && { 'idempotency-key': key }),
          ...(sent && {
            'content-type': body instanceof FormData ? (sent.headers.get('content-type') ?? '') : 'application/json',
          }),
        },
        ...(sent && { payload: Buffer.from(await sent.arrayBuffer()) }),
      },
    )
    const said = JSON.parse(payload)
    if (statusCode >= 300) throw new Refused(`${call.method} ${call.path}`, said.code)
    return said
  }

/** Express gives a response another prototype: what takes its bytes here stays with it. */
const keepingBytes = (response: ServerResponse): ServerResponse => {
  const { write, end } = response
  return Object.assign(response, { write, end })
}
