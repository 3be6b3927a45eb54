import type { Stack } from '@meadow/testing/stack'
import { READ_PATH_BY_SERVICE } from '../recovery.ts'
import { findPort } from '../restart-instance.ts'

/** A process that verifies access tokens, and a call of it that requires a member. */
export type Verifier = { instance: string; url: string }

/** Lists both instances of each service, with the ports from their logs. */
export async function listVerifiers(stack: Stack): Promise<Verifier[]> {
  const all = Object.entries(READ_PATH_BY_SERVICE).flatMap(([service, path]) =>
    [service, `${service}-2`].map((instance) => ({ instance, path })),
  )
  return Promise.all(
    all.map(async ({ instance, path }) => {
      const url = `http://127.0.0.1:${await findPort(stack, instance)}${path}`
      return { instance, url }
    }),
  )
}

/** Sends a token to an instance, past the gateway. Returns the status of the response. */
export async function sendToken({ url }: Verifier, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.status
}
