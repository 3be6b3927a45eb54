import { calls } from '@meadow/contracts'
import { networkOf, type Served, serve } from '@meadow/service'
import type { Parts } from '../parts.ts'
import { deviceOf } from '../sessions/device.ts'
import { answerSignedIn } from '../sessions/signed-in.ts'
import { checkRegistration, register } from './register.ts'

export const accountCalls = (parts: Parts): Served[] => [
  serve(calls.register, async ({ body, request, response }) => {
    const { remember, dryRun, ...wish } = body
    const network = networkOf(request.ip ?? '')
    const device = deviceOf(request.headers['user-agent'])
    if (!dryRun) return answerSignedIn(parts, response, await register(parts, wish, { remember, device, network }))
    await checkRegistration(parts, wish, network)
    response.status(200) // nothing was created
    return { ok: true as const }
  }),
]
