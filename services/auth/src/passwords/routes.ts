import { calls } from '@meadow/contracts'
import { networkOf, type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { answerSignedIn } from '../sessions/signed-in.ts'
import { changePassword } from './change-password.ts'

export const passwordCalls = (parts: Parts): Served[] => [
  serve(calls.changePassword, async ({ member, body, request, response }) => {
    const wish = { ...body, network: networkOf(request.ip ?? '') }
    return answerSignedIn(parts, response, await changePassword(parts, member, wish))
  }),
]
