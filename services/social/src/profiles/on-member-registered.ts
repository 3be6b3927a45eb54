import { type EventOf, events } from '@meadow/contracts'
import { on } from '@meadow/events'
import type { ProfileRepository } from './profile-repository.ts'

type Account = EventOf<typeof events.memberRegistered | typeof events.accountTold>

/** An account has a profile. */
const register = ({ subject, data }: Account, { profiles }: { profiles: ProfileRepository }) =>
  profiles.register(subject, new Date(data.registeredAt))

export const onMemberRegistered = on(events.memberRegistered, register)
export const onAccountTold = on(events.accountTold, register)
