import type { Outbox } from '@meadow/events'
import { createUploadLimits, type Logger, newId, newRandomName, type Service, unlimitedThrottle } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { readAuthConfig } from '../../../services/auth/src/config.ts'
import { openAuthEngines } from '../../../services/auth/src/engines.ts'
import { createSigningKeyEncryption } from '../../../services/auth/src/keys/signing-key-encryption.ts'
import { createMailLink } from '../../../services/auth/src/mail/mail-link.ts'
import { planInstalledRole } from '../../../services/auth/src/roles/role.ts'
import { openAuthService } from '../../../services/auth/src/service.ts'
import { createSessionsEndedEvent } from '../../../services/auth/src/sessions/session.ts'
import { createMessageLimits, readChatConfig } from '../../../services/chat/src/config.ts'
import { openChatEngines } from '../../../services/chat/src/engines.ts'
import { createChatService } from '../../../services/chat/src/service.ts'
import { readNotifyConfig, readPushOptions } from '../../../services/notify/src/config.ts'
import { openNotifyEngines } from '../../../services/notify/src/engines.ts'
import { createNotifyService } from '../../../services/notify/src/service.ts'
import { createPublishingLimits, readPostsConfig } from '../../../services/posts/src/config.ts'
import { openPostsEngines } from '../../../services/posts/src/engines.ts'
import { createPostsService } from '../../../services/posts/src/service.ts'
import { readSocialConfig } from '../../../services/social/src/config.ts'
import { openSocialEngines } from '../../../services/social/src/engines.ts'
import { planBadge } from '../../../services/social/src/moderation/badge.ts'
import { createSocialService } from '../../../services/social/src/service.ts'
import { callTime, callTimeOrEpoch } from './clock.ts'
import type { CommunityConfig } from './config.ts'
import { type RelaySwitch, withRelaySwitch } from './event-delivery.ts'

/** The services of the product in this process: their request handlers, and the outboxes that they append to. */
export type CommunityServices = AsyncDisposable & {
  auth: Service
  social: Service
  posts: Service
  notify: Service
  chat: Service
  outboxes: Outbox[]
  /** Stores a link that proves an e-mail address, which no mail contains. Returns its token. */
  addEmailProof(proof: { accountId: string; email: string; at: Date }): Promise<string>
  /** Gives a member a role. Does nothing if they have it. @throws Error if there is no such member */
  giveRole(username: string, role: 'moderator' | 'admin'): Promise<void>
  /** Gives a member the verified badge. Does nothing if they have it. @throws DomainError if there is no such member */
  giveBadge(username: string): Promise<void>
}

const HOST = '127.0.0.1'

export type OpenServicesDeps = {
  log: Logger
  relays: RelaySwitch
  /** The members who sign in without a password. */
  demoUsernames: readonly string[]
  /** The processes of the product run beside this one. */
  isProductRunning: boolean
}

/**
 * Opens the services on their engines, without rate limits and with a clock of their own. Where the product runs beside
 * them, its processes relay and consume the events, and these services only handle calls; otherwise they do all of it.
 */
export async function openServices(
  config: CommunityConfig,
  { log, relays, demoUsernames, isProductRunning }: OpenServicesDeps,
): Promise<CommunityServices> {
  await using opening = new AsyncDisposableStack()
  const platform = { log, now: () => new Date(), newId } // tokens and connections use the real time
  const now = callTimeOrEpoch
  const environmentOf = (service: string, authUrl = '') => ({
    ...process.env,
    PORT: '0',
    HOST,
    KEYS_FILE: '',
    STATE_URL: process.env[`${service}_STATE_URL`] || config.STATE_URL,
    ...(authUrl && { AUTH_URL: authUrl }),
  })
  const switchable = <Engines extends { outbox: Outbox }>(engines: Engines) => ({
    ...engines,
    outbox: withRelaySwitch(engines.outbox, relays),
  })

  const authConfig = readAuthConfig(environmentOf('AUTH'))
  const authEngines = opening.use(await openAuthEngines(authConfig, platform))
  const auth = opening.use(
    await openAuthService({
      ...authEngines,
      log,
      publicUrl: undefined,
      plan: 'pro',
      isThrottled: false,
      signingKeyEncryption: createSigningKeyEncryption(authConfig.SIGNING_KEY_ENCRYPTION_KEY),
      demoAccounts: { usernames: demoUsernames, isOffered: true },
      now: callTime,
      newId,
    }),
  )
  const authUrl = isProductRunning ? config.AUTH_URL : `http://${HOST}:${(await auth.start(0, HOST)).port}`

  const socialEngines = switchable(
    opening.use(await openSocialEngines(readSocialConfig(environmentOf('SOCIAL', authUrl)), platform)),
  )
  const social = opening.use(createSocialService({ ...socialEngines, log, now, newId }))

  const uploadLimits = createUploadLimits('community', { uploads: 1, megabytes: 1 }) // not counted
  const uploads = { throttle: unlimitedThrottle, uploadLimits, newRandomName }
  const postsConfig = readPostsConfig({ ...environmentOf('POSTS', authUrl), MEDIA_URL: config.POSTS_MEDIA_URL })
  const postsEngines = switchable(opening.use(await openPostsEngines(postsConfig, platform)))
  const limits = createPublishingLimits({
    posts: postsConfig.POSTS_PER_HOUR,
    comments: postsConfig.COMMENTS_PER_HOUR,
    edits: postsConfig.EDITS_PER_HOUR,
  })
  const posts = opening.use(createPostsService({ ...postsEngines, ...uploads, limits, log, now, newId }))

  const notifyConfig = readNotifyConfig(environmentOf('NOTIFY', authUrl))
  const notifyEngines = switchable(opening.use(await openNotifyEngines(notifyConfig, platform)))
  const pushOptions = readPushOptions(notifyConfig)
  const notify = opening.use(createNotifyService({ ...notifyEngines, pushOptions, log, now, newId }))

  const chatConfig = readChatConfig({ ...environmentOf('CHAT', authUrl), MEDIA_URL: config.CHAT_MEDIA_URL })
  const { adapter: _, ...chatEngines } = switchable(opening.use(await openChatEngines(chatConfig, platform)))
  const chat = opening.use(
    createChatService({
      ...chatEngines,
      ...uploads,
      messageLimits: createMessageLimits(chatConfig),
      state: withoutPushes(chatEngines.state),
      log,
      now,
      newId,
    }),
  )

  if (!isProductRunning) await Promise.all([social, posts, notify, chat].map((service) => service.start(0, HOST)))
  const outboxes = [
    authEngines.outbox,
    socialEngines.outbox,
    postsEngines.outbox,
    notifyEngines.outbox,
    chatEngines.outbox,
  ]
  // Relays that run close their outboxes; without them the connections by which outboxes are read stay open.
  if (isProductRunning) for (const outbox of outboxes) opening.use(outbox)
  const addEmailProof: CommunityServices['addEmailProof'] = async ({ accountId, email, at }) => {
    const created = createMailLink({ purpose: 'verify_email', accountId, email }, { origin: '', now: at })
    await authEngines.mailLinks.add(created.link)
    return created.url.split('token=').at(-1) ?? ''
  }
  const opened = opening.move()
  const giveRole: CommunityServices['giveRole'] = async (username, role) => {
    const time = callTime()
    const stamp = { eventId: newId(time), time }
    const { account } = await authEngines.roles.change(
      username,
      (context) => planInstalledRole(context, role, stamp),
      ({ _id: accountId }) => ({
        accountId,
        time,
        exceptSessionId: newId(time),
        toEvent: (ended) => createSessionsEndedEvent(ended, { eventId: newId(time), time }),
      }),
    )
    if (!account) throw new Error(`No member is called ${username}`)
  }
  const giveBadge: CommunityServices['giveBadge'] = async (username) => {
    const at = callTime()
    await socialEngines.badges.set(username, (context) =>
      planBadge(context, { isVerified: true, by: context.member?._id ?? '', at }, () => newId(at)),
    )
  }
  return {
    auth,
    social,
    posts,
    notify,
    chat,
    outboxes,
    addEmailProof,
    giveRole,
    giveBadge,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Messages of last year are not pushed to the sockets of the running product. */
const withoutPushes = <State extends Pick<SharedState, 'publish'>>(state: State): State => ({
  ...state,
  publish: async () => {},
})
