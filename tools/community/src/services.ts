import { type Outbox, postgresOutbox } from '@meadow/events'
import { type Logger, newId, noThrottle, type Service } from '@meadow/service'
import { readConfig as readAuthConfig } from '../../../services/auth/src/config.ts'
import { openEngines as openAuthEngines } from '../../../services/auth/src/engines.ts'
import { openAuthService } from '../../../services/auth/src/service.ts'
import { readConfig as readChatConfig } from '../../../services/chat/src/config.ts'
import { openEngines as openChatEngines } from '../../../services/chat/src/engines.ts'
import { createChatService } from '../../../services/chat/src/service.ts'
import { readConfig as readNotifyConfig } from '../../../services/notify/src/config.ts'
import { openEngines as openNotifyEngines } from '../../../services/notify/src/engines.ts'
import { createNotifyService } from '../../../services/notify/src/service.ts'
import { readConfig as readPostsConfig } from '../../../services/posts/src/config.ts'
import { openEngines as openPostsEngines } from '../../../services/posts/src/engines.ts'
import { hourly } from '../../../services/posts/src/limits.ts'
import { createPostsService } from '../../../services/posts/src/service.ts'
import { readConfig as readSocialConfig } from '../../../services/social/src/config.ts'
import { openEngines as openSocialEngines } from '../../../services/social/src/engines.ts'
import { createSocialService } from '../../../services/social/src/service.ts'
import { now, nowInCalls } from './clock.ts'
import type { Config } from './config.ts'
import { behindGate, type Gate } from './gate.ts'

export type Services = AsyncDisposable & {
  auth: Service
  social: Service
  posts: Service
  notify: Service
  chat: Service
  /** What each has still to tell. */
  outboxes: Outbox[]
}

const HOST = '127.0.0.1'

/**
 * Runs the services of the product in this process: on their engines, without limits, each call at its own moment. What
 * they have to tell waits while the gate is closed.
 */
export async function startServices(config: Config, { log, gate }: { log: Logger; gate: Gate }): Promise<Services> {
  await using opening = new AsyncDisposableStack()
  const surroundings = { log, now: () => new Date() } // tokens and connections live in the present
  const environment = { ...process.env, PORT: '0', HOST, KEYS_FILE: '' }

  const held = <Engines extends { outbox: Outbox }>(engines: Engines) => ({
    ...engines,
    outbox: behindGate(engines.outbox, gate),
  })

  const authEngines = opening.use(await openAuthEngines(readAuthConfig(environment), surroundings))
  const authParts = { ...authEngines, log, publicUrl: undefined, plan: 'pro', isThrottled: false, now, newId }
  const auth = opening.use(await openAuthService(authParts))
  const { port } = await auth.start(0, HOST)
  const known = { ...environment, AUTH_URL: `http://${HOST}:${port}` }

  const socialEngines = held(opening.use(await openSocialEngines(readSocialConfig(known), surroundings)))
  const social = opening.use(createSocialService({ ...socialEngines, log, now: nowInCalls, newId }))

  const postsConfig = readPostsConfig({ ...known, MEDIA_URL: config.POSTS_MEDIA_URL })
  const postsEngines = held(opening.use(await openPostsEngines(postsConfig, surroundings)))
  const limits = hourly({ posts: postsConfig.POSTS_PER_HOUR, comments: postsConfig.COMMENTS_PER_HOUR })
  const posts = opening.use(createPostsService({ ...postsEngines, throttle: noThrottle, limits, log, now: nowInCalls }))

  const notifyEngines = held(opening.use(await openNotifyEngines(readNotifyConfig(known), surroundings)))
  const notify = opening.use(createNotifyService({ ...notifyEngines, log, now: nowInCalls }))

  const chatConfig = readChatConfig({ ...known, MEDIA_URL: config.CHAT_MEDIA_URL })
  const chatEngines = held(opening.use(await openChatEngines(chatConfig, surroundings)))
  const chat = opening.use(createChatService({ ...chatEngines, log, now: nowInCalls }))

  await Promise.all([social, posts, notify, chat].map((service) => service.start(0, HOST)))
  const outboxes = [
    postgresOutbox(authEngines.pool),
    ...[socialEngines, postsEngines, notifyEngines, chatEngines].map(({ outbox }) => outbox),
  ]
  const opened = opening.move()
  return { auth, social, posts, notify, chat, outboxes, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
