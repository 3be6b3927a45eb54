import { DomainError, type Throttle } from '@meadow/service'
import type { Member, MemberReadModel } from './member-read-model.ts'

const DAY_MS = 86_400_000

/** The highest numbers of what a new member does in the first 24 hours of the account. A first message begins a conversation. */
export type NewMemberLimits = {
  posts: number
  comments: number
  follows: number
  conversations: number
  /** Message requests, each of which also counts as a conversation. */
  requests: number
}

export const DEFAULT_NEW_MEMBER_LIMITS: NewMemberLimits = {
  posts: 10,
  comments: 30,
  follows: 100,
  conversations: 10,
  requests: 3,
}

/**
 * Returns the time at which a member stops to be new: 24 hours after the registration. Returns undefined for a member who is not new, or
 * of whose registration no event has arrived yet.
 */
export function getNewUntil({ createdAt }: Pick<Member, 'createdAt'>, now: Date): Date | undefined {
  const until = createdAt && new Date(createdAt.getTime() + DAY_MS)
  return until && until > now ? until : undefined
}

/**
 * Runs `work` as one counted action of a member, if they are new. What fails is not counted. `isCounted` can leave out an action.
 * @throws new_account_limit, and the error of `work`
 */
export type NewMemberBrake = <Result>(
  action: keyof NewMemberLimits,
  memberId: string,
  work: () => Promise<Result>,
  isCounted?: () => Promise<boolean>,
) => Promise<Result>

type NewMemberBrakeDeps = {
  members: Pick<MemberReadModel, 'find'>
  /** Counts in the shared state. While that is away, nothing is counted. */
  throttle: Throttle
  newMemberLimits?: Partial<NewMemberLimits> | undefined
  now: () => Date
}

/** Members whose time of registration is remembered. It never changes. */
const MAX_REMEMBERED = 50_000

/** Creates the brake for new members. The first 24 hours of each member are one window, so midnight brings no new attempts. */
export function createNewMemberBrake({ members, throttle, newMemberLimits, now }: NewMemberBrakeDeps): NewMemberBrake {
  const limits = { ...DEFAULT_NEW_MEMBER_LIMITS, ...newMemberLimits }
  const registrations = new Map<string, Date>()

  /** Returns the time of the registration of a new member; undefined for all others. */
  async function findNewSince(memberId: string): Promise<Date | undefined> {
    const known = registrations.get(memberId)
    const createdAt = known ?? (await members.find([memberId])).get(memberId)?.createdAt
    if (!createdAt) return undefined
    if (!known) {
      if (registrations.size >= MAX_REMEMBERED) registrations.clear()
      registrations.set(memberId, createdAt)
    }
    return getNewUntil({ createdAt }, now()) && createdAt
  }

  return async (action, memberId, work, isCounted = async () => true) => {
    const newSince = await findNewSince(memberId)
    if (!newSince || !(await isCounted())) return work()
    const limit = {
      name: `new-member-${action}`,
      max: limits[action],
      windowSeconds: DAY_MS / 1_000,
      startsAt: newSince,
    }
    const permit = await throttle.consume(limit, memberId).catch((error) => {
      throw error instanceof DomainError && error.code === 'too_many_requests'
        ? new DomainError('new_account_limit') // a time to wait would make the outbox of the page repeat it in silence
        : error
    })
    try {
      return await work()
    } catch (error) {
      await permit.refund()
      throw error
    }
  }
}
