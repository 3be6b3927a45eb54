import { calls } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import type { PinRepository } from './pin-repository.ts'

export type PinRoutesDeps = { pins: PinRepository; newId: (at: Date) => string; now: () => Date }

export const createPinRoutes = ({ pins, newId, now }: PinRoutesDeps): CallRoute[] => [
  serve(calls.pinPost, async ({ member, params, body }) => {
    const at = now()
    await pins.set({ postId: params.id, by: claimsToActor(member), isPinned: body.state, at, eventId: newId(at) })
    return { isPinned: body.state }
  }),
]
