import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type EventOf, events, type ServerToClientEvents, serverToClientMessages } from '@meadow/contracts'
import { createEvent, openBus } from '@meadow/events'
import { openBusOperator } from '@meadow/events/testing'
import { openMediaStore } from '@meadow/media'
import { newId } from '@meadow/service'
import { openSharedState } from '@meadow/storage'
import { createTestTokens, eventually, type TestMember, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import request, { type Test } from 'supertest'
import { type ChatServiceDeps, createChatService } from '../src/service.ts'
import { type ChatTestStore, openSelectedStore } from './chat-test-stores.ts'

type Options = Partial<ManagerOptions & SocketOptions>
type Message = { [Name in keyof ServerToClientEvents]: [Name, ServerToClientEvents[Name]] }[keyof ServerToClientEvents]

/** A client and all that it has heard, in order. It does not come back by itself. */
export type TestClient = {
  socket: Socket
  heard: Message[]
  /** What it has heard by this name. */
  of<Name extends keyof ServerToClientEvents>(name: Name): ServerToClientEvents[Name][]
  say(name: string, ...payload: unknown[]): Promise<unknown>
  /** Why its connection ended. */
  ended: Promise<string>
}

type Elsewhere = { stateUrl?: string; store?: () => Promise<ChatTestStore> }

const checkPushPayload: ChatServiceDeps['checkPushPayload'] = (name, payload) =>
  void serverToClientMessages[name].payload.parse(payload)

/** The whole service in this process, listening and consuming, and clients over real connections; state and store may be elsewhere. */
export async function startChat(
  parts: Partial<ChatServiceDeps> = {},
  { stateUrl, store = openSelectedStore }: Elsewhere = {},
) {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openTestDatabase()) // of bus and state
  const { ports, engine, ...behind } = opening.use(await store())
  const now = parts.now ?? (() => new Date())
  const bus = opening.use(await openBus(database.url, { log: testLog }))
  const operator = opening.use(await openBusOperator(database.url, { log: testLog }))
  const state = opening.use(await openSharedState(stateUrl ?? database.url, { now, log: testLog }))
  const folder = opening.adopt(await mkdtemp(join(tmpdir(), 'meadow-chat-')), (it) => rm(it, { recursive: true }))
  const files = opening.use(await openMediaStore(pathToFileURL(folder).href))
  const tokens = createTestTokens({ now })
  const { readPictureSecret, ...kept } = ports
  const given: ChatServiceDeps = {
    ...{ ...kept, bus, state, files, pictureSecret: 'secret', now, log: testLog, publicUrl: undefined, newId },
    ...{
      verifier: tokens.verifier,
      onEnded: tokens.onEnded,
      isOverloaded: () => false,
      checkPushPayload,
      validateResponses: true,
      ...parts,
    },
  }
  const instances = opening.use(new AsyncDisposableStack())
  /** Instances share the database, the bus and the shared state. */
  const startInstance = async () => {
    const service = instances.use(createChatService(given))
    const { port } = await service.start(0, '127.0.0.1')
    return { service, port, url: `http://127.0.0.1:${port}` }
  }
  const instance = await startInstance()
  const clients = opening.adopt([] as Socket[], (all) => all.forEach((socket) => void socket.disconnect()))

  function open(options: Options, url = instance.url): TestClient {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options })
    clients.push(socket)
    const heard: Message[] = []
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    socket.onAny((name, payload) => heard.push([name, payload]))
    socket.once('disconnect', resolve)
    return {
      ...{ socket, heard, ended },
      of: (name) => heard.filter(([its]) => its === name).map(([, payload]) => payload) as never,
      say: (name, ...payload) => socket.timeout(5_000).emitWithAck(name, ...payload),
    }
  }

  async function connect(
    member: TestMember,
    { url, ...options }: Options & { url?: string } = {},
  ): Promise<TestClient> {
    const client = open({ auth: { token: tokens.tokenFor(member) }, ...options }, url)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    client.socket.once('connect', resolve).once('connect_error', reject)
    await promise
    return client
  }

  const metric = async (name: string) => {
    const text = await (await fetch(`${instance.url}/metrics`)).text()
    const line = text.split('\n').find((line) => line.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }

  const as = (member: TestMember) => {
    const signed = (test: Test) => test.set('Authorization', `Bearer ${tokens.tokenFor(member)}`)
    return {
      get: (path: string) => signed(request(instance.service.app).get(path)),
      post: (path: string) => signed(request(instance.service.app).post(path)),
      put: (path: string) => signed(request(instance.service.app).put(path)),
      delete: (path: string) => signed(request(instance.service.app).delete(path)),
    }
  }

  let versions = 0
  const edge = { version: () => ++versions, active: true, at: now() }
  const opened = opening.move()
  return {
    ...{ instance, startInstance, tokens, behind, log: database.pool, bus, state, as, open, connect, metric },
    given: {
      member: (member: TestMember, isVerified = false) =>
        ports.members.applyProfile({ ...member, isVerified, profileVersion: 1 }),
      follow: (from: TestMember, to: TestMember) =>
        ports.members.setFollow({ ...edge, version: edge.version(), from: from._id, to: to._id }),
      unfollow: (from: TestMember, to: TestMember) =>
        ports.members.setFollow({ ...edge, version: edge.version(), active: false, from: from._id, to: to._id }),
      /** Their account is deactivated. */
      leave: ({ _id }: TestMember) => ports.members.applyAccount({ _id, accountVersion: 2, state: 'deactivated' }),
      /** The two have written to one another. */
      talk: (one: TestMember, other: TestMember, at = now()) => behind.talk(one, other, at),
      block: (from: TestMember, to: TestMember) =>
        ports.members.setBlock({ ...edge, version: edge.version(), from: from._id, to: to._id }),
    },
    /** How many files lie among the media. */
    countFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    /** Waits until the service has heard all that has been published so far. */
    async heardAll(client: TestClient, member: TestMember): Promise<void> {
      await eventually(async () => {
        const behind = (await operator.lag()).filter((lag) => lag.group === 'chat' && lag.lag > 0)
        if (behind.length > 0) throw new Error('not yet') // topics are not ordered against each other
      })
      const notifications = 1_000 + Math.floor(Math.random() * 1_000_000)
      await bus.publish([testEvents.removed(member, notifications)])
      await eventually(() => {
        if (!client.of('unread').some((unread) => unread.notifications === notifications)) throw new Error('not yet')
      })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export const createPostId = () => newId(new Date())

const fact = (subject: string, time = new Date()) => ({ source: 'test', subject, time, id: newId(new Date()) })
const toActor = (member: TestMember) => ({ ...member, profileVersion: 1 })

type Comment = { by: TestMember; text: string }
type Move = { rev: number; likes?: string[]; comments?: Comment[]; time?: Date }

/** What other services announce. */
export const testEvents = {
  liked: (postId: string, author: TestMember, actor: TestMember, { rev, likes = [], comments = [], time }: Move) =>
    createEvent(events.postLiked, {
      ...fact(postId, time),
      data: {
        authorId: author._id,
        actor: toActor(actor),
        rev,
        view: {
          likes,
          likesCount: likes.length,
          commentsCount: comments.length,
          comments: comments.map(({ by, text }) => ({
            _id: randomUUID(),
            user: toActor(by),
            text,
            createdAt: new Date().toISOString(),
          })),
        },
      },
    }),
  posted: (postId: string, author: TestMember) =>
    createEvent(events.postCreated, {
      ...fact(postId),
      data: { author: toActor(author), excerpt: '', image: '', createdAt: new Date().toISOString(), rev: 1 },
    }),
  unposted: (postId: string, author: TestMember) =>
    createEvent(events.postDeleted, { ...fact(postId), data: { authorId: author._id, rev: 1_000 } }),
  followed: (kind: 'memberFollowed' | 'memberUnfollowed', from: TestMember, to: TestMember, followerCount: number) =>
    createEvent(events[kind], {
      ...fact(from._id),
      data: { from: toActor(from), to: toActor(to), version: 1, followerCount, followingCount: 1 },
    }),
  notified: (to: TestMember, from: TestMember, unread: number): EventOf<typeof events.notificationCreated> => {
    const user = { ...from, isVerified: false, isFollowing: false }
    const at = new Date().toISOString()
    return createEvent(events.notificationCreated, {
      ...fact(to._id),
      data: {
        unread,
        notification: {
          ...{ _id: randomUUID(), type: 'follow', from: user, actors: [user], actorCount: 1, text: 'follows you' },
          ...{ isRead: false, createdAt: at, updatedAt: at, post: null, commentId: null },
        },
      },
    })
  },
  read: (member: TestMember, ids: string[], unread: number) =>
    createEvent(events.notificationRead, { ...fact(member._id), data: { read: { ids }, unread } }),
  removed: (member: TestMember, unread: number) =>
    createEvent(events.notificationRemoved, { ...fact(member._id), data: { ids: [randomUUID()], unread } }),
}
