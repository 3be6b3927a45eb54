import { events } from '@meadow/contracts'
import { on } from '@meadow/events'
import type { ProfileRepository } from './profile-repository.ts'

/** Nothing of the person stays. */
export const onMemberErased = on(events.memberErased, ({ subject }, { profiles }: { profiles: ProfileRepository }) =>
  profiles.clear(subject),
)
