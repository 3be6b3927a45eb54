import { type Bus, createConsumer, type Outbox, createOutboxRelay, type ConsumerStore } from '@meadow/events'
import { type MemberReadModel } from '@meadow/members'
import { createPresenceReader } from '@meadow/presence'
import { createService, type Logger, type MetricsSource, type HealthProbe, type Service, type Verifier } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { MemberDirectory } from './directory/member-directory.ts'
import { createDirectoryRoutes } from './directory/routes.ts'
import type { FollowLists } from './follows/follow-lists.ts'
import type { FollowRepository } from './follows/follow-repository.ts'
import { createFollowListRoutes } from './follows/follow-list-routes.ts'
import { createFollowRoutes } from './follows/routes.ts'
import { type SocialHandlerDeps, socialEventHandlers } from './event-handlers.ts'
import type { ProfileEditRepository } from './profiles/profile-edit-repository.ts'
import type { ProfileRepository } from './profiles/profile-repository.ts'
import { createProfileRoutes } from './profiles/routes.ts'
import { createSuggestionRoutes } from './suggestions/routes.ts'
import type { SuggestionRepository } from './suggestions/follow-suggestion.ts'

export type SocialServiceDeps = {
  members: MemberReadModel
  profiles: ProfileRepository
  profileEdits: ProfileEditRepository
  directory: MemberDirectory
  follows: FollowRepository
  followLists: FollowLists
  suggestions: SuggestionRepository
  outbox: Outbox
  store: ConsumerStore<SocialHandlerDeps>
  ping: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'getMany'>
  verifier: Verifier
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  measured?: MetricsSource[]
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Puts the social service together. Nothing listens, consumes or relays before `start`. */
export function createSocialService(deps: SocialServiceDeps): Service {
  const { bus, log, measured = [], state, store, verifier } = deps
  const publishing = createOutboxRelay(deps)
  const bound = { ...deps, presences: createPresenceReader(deps) }

  return createService({
    name: 'social',
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [
      ...createProfileRoutes(bound),
      ...createDirectoryRoutes(bound),
      ...createSuggestionRoutes(bound),
      ...createFollowRoutes(bound),
      ...createFollowListRoutes(bound),
    ],
    backgroundTasks: [publishing, createConsumer({ name: 'social', bus, store, handlers: socialEventHandlers, log })],
    readinessProbes: { store: deps.ping },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources: measured,
  })
}
