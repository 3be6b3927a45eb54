import { calls } from '@meadow/contracts'
import { networkOf, type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { answerSignedIn } from '../sessions/signed-in.ts'
import { checkRegistration, register } from './register.ts'

export const accountCalls = (parts: Parts): Served[] => [
  serve(calls.register, async ({ body, request, response }) => {
    const { remember, dryRun, ...wish } = body
    const network = networkOf(request.ip ?? '')
    if (!dryRun) return answerSignedIn(parts, response, await register(parts, wish, remember, network))
    await checkRegistration(parts, wish, network)
    response.status(200) // nothing was created
    return { ok: true as const }
  }),
]
