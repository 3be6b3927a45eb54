import { calls } from '@meadow/contracts'
import { networkOf, type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { deviceOf } from '../sessions/device.ts'
import { answerSignedIn } from '../sessions/signed-in.ts'
import { signIn } from './sign-in.ts'

export const signInCalls = (parts: Parts): Served[] => [
  serve(calls.login, async ({ body, request, response }) => {
    const { email: emailOrUsername, password, remember } = body
    const network = networkOf(request.ip ?? '')
    const device = deviceOf(request.headers['user-agent'])
    return answerSignedIn(
      parts,
      response,
      await signIn(parts, { emailOrUsername, password, remember, device, network }),
    )
  }),
]
