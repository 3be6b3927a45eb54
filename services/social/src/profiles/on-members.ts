import { type EventOf, events } from '@meadow/contracts'
import { onEvent } from '@meadow/events'
import type { ProfileRepository } from './profile-repository.ts'

type AccountEvent = EventOf<typeof events.memberRegistered | typeof events.memberAccountSnapshot>

/** Creates or corrects the profile of an account. */
const setRegistration = ({ subject, data }: AccountEvent, { profiles }: { profiles: ProfileRepository }) =>
  profiles.setRegistration(subject, new Date(data.registeredAt))

export const onMemberRegistered = onEvent(events.memberRegistered, setRegistration)
export const onMemberAccountSnapshot = onEvent(events.memberAccountSnapshot, setRegistration)

/** Removes the personal data of an erased member. */
export const onMemberErased = onEvent(
  events.memberErased,
  ({ subject }, { profiles }: { profiles: ProfileRepository }) => profiles.clearDetails(subject),
)
