import { calls } from '@meadow/contracts'
import { claimsToActor, type MemberReadModel } from '@meadow/members'
import { type CallRoute, serve, toChangeTime } from '@meadow/service'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { ReadingPositionRepository } from './reading-position-repository.ts'

export type ReadingPositionRoutesDeps = {
  readingPositions: ReadingPositionRepository
  members: MemberReadModel
  now: () => Date
}

const toReadingPositionView = (seenUntil: Date | undefined) => ({ seenUntil: seenUntil?.toISOString() ?? null })

export const createReadingPositionRoutes = ({
  readingPositions,
  members,
  now,
}: ReadingPositionRoutesDeps): CallRoute[] => [
  serve(calls.getReadingPosition, async ({ member }) => toReadingPositionView(await readingPositions.find(member.sub))),

  serve(calls.saveReadingPosition, async ({ member, body }) => {
    await requireActiveMember(members, claimsToActor(member)) // nothing may come back after an erasure
    return toReadingPositionView(await readingPositions.advance(member.sub, toChangeTime(body.seenUntil, now())))
  }),
]
