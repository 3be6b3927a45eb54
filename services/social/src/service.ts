import { calls } from '@meadow/contracts'
import {
  type Bus,
  type ClientKeyStore,
  type ConsumerStore,
  createClientKeyCleanup,
  createConsumer,
  createOutboxRelay,
  type Outbox,
} from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import {
  createMemberCleanup,
  createMemberErasureTask,
  createMemberExportTask,
  createNewMemberBrake,
  createPresenceReader,
  createWordCheck,
  type MemberReadModel,
  type MentionableMembers,
  type NewMemberLimits,
  type OwnDataReader,
  type RefusedWordStore,
} from '@meadow/members'
import {
  createService,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  serve,
  type Throttle,
  unlimitedThrottle,
  type Verifier,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import type { BlockRepository } from './blocks/block-repository.ts'
import { createBlockRoutes } from './blocks/routes.ts'
import type { MemberDirectory } from './directory/member-directory.ts'
import { createDirectoryRoutes } from './directory/routes.ts'
import { type SocialHandlerDeps, socialEventHandlers } from './event-handlers.ts'
import { createFollowListRoutes } from './follows/follow-list-routes.ts'
import type { FollowLists } from './follows/follow-lists.ts'
import type { FollowRepository } from './follows/follow-repository.ts'
import { createFollowRoutes } from './follows/routes.ts'
import type { BadgeRepository } from './moderation/badge.ts'
import type { AppealRepository, ModerationRepository } from './moderation/moderation-repository.ts'
import { createModerationRoutes } from './moderation/routes.ts'
import type { MutedWordRepository } from './muted-words/muted-words.ts'
import { createMutedWordRoutes } from './muted-words/routes.ts'
import type { MuteRepository } from './mutes/mute.ts'
import { createMuteRoutes } from './mutes/routes.ts'
import type { PrivacyExceptionRepository } from './privacy/privacy-exception.ts'
import type { PrivacyRepository } from './privacy/privacy-settings.ts'
import { createPrivacyRoutes } from './privacy/routes.ts'
import { createCountedPostCleanup } from './profiles/counted-post-cleanup.ts'
import type { CountedPostStore } from './profiles/counted-post-store.ts'
import type { ProfileEditRepository } from './profiles/profile-edit-repository.ts'
import type { ProfileRepository } from './profiles/profile-repository.ts'
import { createProfileRoutes } from './profiles/routes.ts'
import { createFormerUsernameCleanup, type FormerUsernameStore } from './profiles/username-change.ts'
import { createReportCleanup, type ReportRepository } from './reports/report-repository.ts'
import { createReportRoutes } from './reports/routes.ts'
import type { SuggestionRepository } from './suggestions/follow-suggestion.ts'
import { createSuggestionRoutes } from './suggestions/routes.ts'

export type SocialServiceDeps = {
  members: MemberReadModel
  profiles: ProfileRepository
  profileEdits: ProfileEditRepository
  mentionableMembers: MentionableMembers
  countedPosts: CountedPostStore
  formerUsernames: FormerUsernameStore
  directory: MemberDirectory
  follows: FollowRepository
  followLists: FollowLists
  blocks: BlockRepository
  mutes: MuteRepository
  mutedWords: MutedWordRepository
  privacy: PrivacyRepository
  privacyExceptions: PrivacyExceptionRepository
  reports: ReportRepository
  moderation: ModerationRepository
  appeals: AppealRepository
  badges: BadgeRepository
  suggestions: SuggestionRepository
  ownData: OwnDataReader
  refusedWords: RefusedWordStore
  /** The store of exports. @default this installation makes none */
  exportFiles?: MediaStore | undefined
  clientKeys: ClientKeyStore
  outbox: Outbox
  consumerStore: ConsumerStore<SocialHandlerDeps>
  pingStore: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'getMany'>
  verifier: Verifier
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  /** Guests may read profiles. @default false */
  allowsGuests?: boolean | undefined
  /** Counts what new members do, and the mentions of bios. @default there are no limits */
  throttle?: Throttle | undefined
  /** Limits of the first day of an account. @default DEFAULT_NEW_MEMBER_LIMITS */
  newMemberLimits?: Partial<NewMemberLimits> | undefined
  metricsSources?: MetricsSource[]
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Creates the social service. Nothing listens, consumes or relays before `start`. */
export function createSocialService(deps: SocialServiceDeps): Service {
  const { bus, log, metricsSources = [], state, consumerStore, verifier } = deps
  const outboxRelay = createOutboxRelay(deps)
  const throttle = deps.throttle ?? unlimitedThrottle
  const routeDeps = {
    ...deps,
    throttle,
    presences: createPresenceReader(deps),
    assertWordsAllowed: createWordCheck(deps),
    brakeNewMember: createNewMemberBrake({ ...deps, throttle }),
  }

  const wokenTasks = [
    createMemberErasureTask({ ...deps, service: 'social' }),
    createMemberExportTask({ ...deps, exportFiles: deps.exportFiles, service: 'social' }),
  ]
  return createService({
    name: 'social',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    allowsGuests: deps.allowsGuests,
    log,
    verifier,
    routes: [
      ...createProfileRoutes(routeDeps),
      ...createDirectoryRoutes(routeDeps),
      ...createSuggestionRoutes(routeDeps),
      ...createFollowRoutes(routeDeps),
      ...createFollowListRoutes(routeDeps),
      ...createBlockRoutes(routeDeps),
      ...createMuteRoutes(routeDeps),
      ...createMutedWordRoutes(routeDeps),
      ...createPrivacyRoutes(routeDeps),
      ...createReportRoutes(routeDeps),
      ...createModerationRoutes(routeDeps),
      serve(calls.getSocialData, ({ member }) => deps.ownData.count(member.sub)),
    ],
    backgroundTasks: [
      outboxRelay,
      createConsumer({
        name: 'social',
        bus,
        store: consumerStore,
        handlers: socialEventHandlers,
        wokenTasks,
        log,
        now: deps.now,
      }),
      ...wokenTasks,
      createMemberCleanup(deps, { ownsEdges: true }),
      createCountedPostCleanup(deps),
      createFormerUsernameCleanup(deps),
      createReportCleanup(deps),
      createClientKeyCleanup(deps),
    ],
    readinessProbes: { store: deps.pingStore },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources,
  })
}
