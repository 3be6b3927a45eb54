import { events } from '@meadow/contracts'
import { on } from '@meadow/events'
import type { ProfileRepository } from './profile-repository.ts'

/** A new account has a profile. */
export const onMemberRegistered = on(
  events.memberRegistered,
  ({ subject, data }, { profiles }: { profiles: ProfileRepository }) =>
    profiles.register(subject, new Date(data.registeredAt)),
)
