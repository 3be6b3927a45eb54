import type { Answer, Call } from '@meadow/contracts'
import type * as z from 'zod'
import { MOMENT } from './front-door.ts'

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

/** Makes calls of the product as a browser would. They throw `Refused` when the answer is not a success. */
export const createCalls =
  (url: string): Calling =>
  async (call, { when, by, params, body, key }) => {
    const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(Object(params)[name])))
    const isForm = body instanceof FormData
    const answer = await fetch(url + path, {
      method: call.method.toUpperCase(),
      headers: {
        [MOMENT]: when.toISOString(),
        ...(by && { authorization: `Bearer ${by}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const said = await answer.json()
    if (!answer.ok) throw new Refused(`${call.method} ${call.path}`, said.code)
    return said
  }
