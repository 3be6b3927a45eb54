import { type DomainEvent, events, type SessionUser } from '@meadow/contracts'
import { announce } from '@meadow/events'
import type { Member } from '@meadow/members'

/** Who somebody is for the product's door. The password's hash is not part of it, so that it cannot leave with it. */
export type Account = {
  _id: string
  username: string
  email: string
  fullName: string
  emailVerified: boolean
  role: SessionUser['role']
  plan: string
  version: number
  createdAt: Date
}

/** What makes an e-mail address unique: neither case nor compatibility forms tell two apart. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

type Wish = { username: string; email: string; fullName: string }
type Moment = { id: string; eventId: string; time: Date; plan: string }

/** The account that somebody asks for, and the fact to announce. Whatever else they asked for is not listened to. */
export function newAccount({ username, email, fullName }: Wish, at: Moment): { account: Account; event: DomainEvent } {
  const account: Account = {
    _id: at.id,
    username,
    email,
    fullName,
    emailVerified: false,
    role: 'member',
    plan: at.plan,
    version: 1,
    createdAt: at.time,
  }
  const event = announce(events.memberRegistered, {
    source: 'auth',
    subject: account._id,
    id: at.eventId,
    time: at.time,
    data: { username, fullName, accountVersion: account.version, registeredAt: at.time.toISOString() },
  })
  return { account, event }
}

/** The account as its owner sees it; `member` is what events have told of their profile, if any came yet. */
export function toSessionUser(account: Account, member: Member | undefined, following: string[]): SessionUser {
  return {
    _id: account._id,
    username: account.username,
    fullName: member?.fullName || account.fullName,
    avatar: member?.avatar ?? '',
    isVerified: member?.isVerified ?? false,
    isFollowing: false,
    email: account.email,
    emailVerified: account.emailVerified,
    following,
    role: account.role,
    plan: account.plan,
  }
}
