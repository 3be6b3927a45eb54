import { type Bus, consumer, type Outbox, relay, type Store } from '@meadow/events'
import { createPresences, type Members } from '@meadow/members'
import { createService, type Logger, type Measured, type Probe, type Service, type Verifier } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { Directory } from './directory/directory.ts'
import { directoryCalls } from './directory/routes.ts'
import type { FollowLists } from './follows/follow-lists.ts'
import type { FollowRepository } from './follows/follow-repository.ts'
import { followListCalls } from './follows/list-routes.ts'
import { followCalls } from './follows/routes.ts'
import { type Bound, handlers } from './handlers.ts'
import type { ProfileEdits } from './profiles/profile-edits.ts'
import type { ProfileRepository } from './profiles/profile-repository.ts'
import { profileCalls } from './profiles/routes.ts'
import { suggestionCalls } from './suggestions/routes.ts'
import type { Suggestions } from './suggestions/suggestions.ts'

export type Parts = {
  members: Members
  profiles: ProfileRepository
  profileEdits: ProfileEdits
  directory: Directory
  follows: FollowRepository
  followLists: FollowLists
  suggestions: Suggestions
  outbox: Outbox
  store: Store<Bound>
  ping: Probe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'getMany'>
  verifier: Verifier
  measured?: Measured[]
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Puts the social service together. Nothing listens, consumes or relays before `start`. */
export function createSocialService(parts: Parts): Service {
  const { bus, log, measured = [], state, store, verifier } = parts
  const publishing = relay(parts)
  const bound = { ...parts, presences: createPresences(parts), announced: publishing.wake }

  return createService({
    name: 'social',
    log,
    verifier,
    calls: [
      ...profileCalls(bound),
      ...directoryCalls(bound),
      ...suggestionCalls(bound),
      ...followCalls(bound),
      ...followListCalls(bound),
    ],
    background: [publishing, consumer({ name: 'social', bus, store, handlers, log })],
    ready: { store: parts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping() },
    measured,
  })
}
