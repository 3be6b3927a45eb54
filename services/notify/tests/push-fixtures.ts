import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import type { TestMember } from '@meadow/testing'
import { createPushClient, type PushClientOptions } from '../src/push/sending/push-client.ts'
import { openNotify } from './fixtures.ts'
import { openPushService, type TestBrowser } from './push-service.ts'

const toActor = (member: TestMember) => ({ ...member, profileVersion: 0 })

/** Opens notify with a push service of its own, which it may reach at 127.0.0.1. */
export async function openWithPushService(
  options: Omit<Parameters<typeof openNotify>[0] & object, 'pushClient'> & {
    client?: Partial<PushClientOptions>
    /** Another push service that notify may reach. */
    otherPushService?: { host: string; ca: string }
  } = {},
) {
  await using opening = new AsyncDisposableStack()
  const pushService = opening.use(await openPushService())
  const { client, otherPushService, ...notifyOptions } = options
  const pushServices = [pushService, ...(otherPushService ? [otherPushService] : [])]
  const hosts = pushServices.map(({ host }) => host)
  const ca = pushServices.map((service) => service.ca).join('\n')
  const pushClient = opening.use(createPushClient({ hosts, privateAddresses: ['127.0.0.1'], ca, ...client }))
  const notify = opening.use(await openNotify({ ...notifyOptions, pushClient }))
  const { testEvents, clock, signIn } = notify
  const seqs = new Map<string, number>()

  /** Creates the events of the conversation of two members. */
  function conversation(one: TestMember, other: TestMember) {
    const _id = newId(clock.now())
    const otherOf = ({ _id: id }: TestMember) => (id === one._id ? other._id : one._id)
    const nextSeq = () => {
      const seq = (seqs.get(_id) ?? 0) + 1
      seqs.set(_id, seq)
      return seq
    }
    return {
      sent: (
        by: TestMember,
        messageType: 'text' | 'image' | 'voice' = 'text',
        fields: { isMuted?: boolean } = {},
      ): DomainEvent => {
        const seq = nextSeq()
        return createEvent(events.messageSent, {
          ...testEvents.envelope(events.messageSent, _id),
          data: {
            messageId: newId(clock.now()),
            actor: toActor(by),
            otherId: otherOf(by),
            rev: seq,
            seq,
            messageType,
            threadId: null,
            ...fields,
          },
        })
      },
      read: (by: TestMember, upToSeq: number): DomainEvent =>
        createEvent(events.messageRead, {
          ...testEvents.envelope(events.messageRead, _id),
          data: { readerId: by._id, otherId: otherOf(by), upToSeq, rev: 100 },
        }),
      deleted: (by: TestMember, { data }: DomainEvent): DomainEvent =>
        createEvent(events.messageDeleted, {
          ...testEvents.envelope(events.messageDeleted, _id),
          data: {
            messageId: (data as { messageId: string }).messageId,
            actor: toActor(by),
            otherId: otherOf(by),
            rev: 101,
          },
        }),
    }
  }

  const sessionEnded = (sid: string, { _id }: TestMember): DomainEvent =>
    createEvent(events.sessionEnded, {
      ...testEvents.envelope(events.sessionEnded, _id),
      data: { sessionId: sid, endedAt: clock.now().toISOString() },
    })

  /** The end of all sessions of a member until now, except one. */
  const createSessionsEnded = ({ _id }: TestMember, exceptSessionId: string): DomainEvent =>
    createEvent(events.sessionsEnded, {
      ...testEvents.envelope(events.sessionsEnded, _id),
      data: {
        memberId: _id,
        startedBefore: new Date(clock.now().getTime() + 1).toISOString(),
        exceptSessionId,
        endedAt: clock.now().toISOString(),
      },
    })

  /** Signs a member in on a new device, and subscribes its browser. */
  async function openDevice(member: TestMember, browser: TestBrowser = pushService.createBrowser()) {
    const session = signIn(member)
    await session.subscribe({ subscription: browser.subscription }).expect(200)
    return {
      ...session,
      browser,
      subscription: browser.subscription,
      pushes: browser.pushes,
      requests: browser.requests,
    }
  }

  const sender = notify.createSender()
  const opened = opening.move()
  return {
    ...notify,
    pushService,
    conversation,
    sessionEnded,
    createSessionsEnded,
    openDevice,
    /** Sends all pushes that are due. */
    sendPushes: () => sender.drain(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
