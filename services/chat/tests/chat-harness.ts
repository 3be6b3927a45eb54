import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ServerToClientEvents, serverToClientMessages } from '@meadow/contracts'
import { openBusOperator } from '@meadow/events/testing'
import { openMediaStore, openPictureEncoder } from '@meadow/media'
import { createThrottle, createUploadLimits, newRandomName, unlimitedThrottle } from '@meadow/service'
import { createTestTokens, eventually, type TestMember, testLog } from '@meadow/testing'
import { openServiceHarness } from '@meadow/testing/service'
import { openVideoEncoder, openVoiceEncoder } from '@meadow/voice'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { createMessageLimits, type MessageLimits } from '../src/config.ts'
import { type ChatServiceDeps, createChatService } from '../src/service.ts'
import { testEvents } from './chat-test-events.ts'
import { type ChatTestStore, openSelectedStore } from './chat-test-stores.ts'

type ClientOptions = Partial<ManagerOptions & SocketOptions>
type Push = { [Name in keyof ServerToClientEvents]: [Name, ServerToClientEvents[Name]] }[keyof ServerToClientEvents]

/** A Socket.IO client that records all pushes in order. It does not reconnect. */
export type SocketClient = {
  socket: Socket
  pushes: Push[]
  /** Returns the payloads of the recorded pushes with this name. */
  received<Name extends keyof ServerToClientEvents>(name: Name): ServerToClientEvents[Name][]
  /** Emits an event. Resolves with the acknowledgement, however late. @throws Error if the connection ends before it */
  emit(name: string, ...payload: unknown[]): Promise<unknown>
  /** Resolves with the reason when the connection ends. */
  disconnected: Promise<string>
}

const refuse = (reason: string): never => {
  throw new Error(`The connection ended: ${reason}`)
}

/** Writes a packet directly to the transport of a socket, without the checks of the client library. */
export const writePacket = ({ socket }: SocketClient, packet: string): void =>
  (socket.io.engine.transport as unknown as { ws: { send(text: string): void } }).ws.send(packet)

type ChatHarnessOptions = {
  stateUrl?: string
  openStore?: () => Promise<ChatTestStore>
  /** @default no limits */
  messageLimits?: MessageLimits
}

const checkPushPayload: ChatServiceDeps['checkPushPayload'] = (name, payload) =>
  void serverToClientMessages[name].payload.parse(payload)

/** Starts the chat service in this process. `overrides` replace dependencies of the service. */
export async function startChat(
  overrides: Partial<ChatServiceDeps> = {},
  { stateUrl, openStore = openSelectedStore, messageLimits }: ChatHarnessOptions = {},
) {
  await using opening = new AsyncDisposableStack()
  const folder = opening.adopt(await mkdtemp(join(tmpdir(), 'meadow-chat-')), (path) => rm(path, { recursive: true }))
  const files = opening.use(await openMediaStore(pathToFileURL(folder).href))
  const encoder = opening.use(openPictureEncoder())
  const now = overrides.now ?? (() => new Date())
  const tokens = createTestTokens({ now })
  const harness = opening.use(
    await openServiceHarness({
      store: await openStore(),
      createService: (deps) =>
        createChatService({
          ...deps,
          files,
          encoder,
          voiceEncoder: openVoiceEncoder(),
          videoEncoder: openVideoEncoder(),
          uploadLimits: createUploadLimits('chat', { uploads: 100, megabytes: 1_000 }),
          newRandomName,
          pictureSecret: 'secret',
          throttle: messageLimits ? createThrottle(deps) : unlimitedThrottle,
          messageLimits:
            messageLimits ??
            createMessageLimits({
              MESSAGES_PER_MINUTE: 1,
              SENT_MESSAGES_PER_MINUTE: 1,
              RECEIVED_MESSAGES_PER_MINUTE: 1,
            }),
          isOverloaded: () => false,
          checkPushPayload,
          ...overrides,
        }),
      handlers: [],
      now,
      tokens,
      urls: { state: stateUrl },
    }),
  )
  const { store, bus } = harness
  const operator = opening.use(await openBusOperator(harness.platformUrl, { log: testLog }))
  const instance = await listen(harness.service)
  const clients = opening.adopt([] as Socket[], (sockets) => sockets.forEach((socket) => void socket.disconnect()))

  function open(options: ClientOptions, url = instance.url): SocketClient {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options })
    clients.push(socket)
    const pushes: Push[] = []
    const { promise: disconnected, resolve } = Promise.withResolvers<string>()
    socket.onAny((name, payload) => pushes.push([name, payload]))
    socket.once('disconnect', resolve)
    return {
      socket,
      pushes,
      disconnected,
      received: (name) => pushes.filter(([pushName]) => pushName === name).map(([, payload]) => payload) as never,
      emit: (name, ...payload) => Promise.race([socket.emitWithAck(name, ...payload), disconnected.then(refuse)]),
    }
  }

  async function connect(
    member: TestMember,
    { url, ...options }: ClientOptions & { url?: string } = {},
  ): Promise<SocketClient> {
    const client = open({ auth: { token: tokens.tokenFor(member) }, ...options }, url)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    client.socket.once('connect', resolve).once('connect_error', reject)
    await promise
    return client
  }

  async function readMetric(name: string): Promise<number> {
    const text = await (await fetch(`${instance.url}/metrics`)).text()
    const line = text.split('\n').find((line) => line.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }

  /** Waits until the service has handled all events published so far and pushed to `client`, whose member is `member`. */
  async function waitUntilPushed(client: SocketClient, member: TestMember): Promise<void> {
    await eventually(async () => {
      const lags = (await operator.lag()).filter(({ group, lag }) => group === 'chat' && lag > 0)
      if (lags.length > 0) throw new Error('not yet') // topics are not ordered against each other
    })
    const notifications = 1_000 + Math.floor(Math.random() * 1_000_000)
    await bus.publish([testEvents.notificationRemoved(member, notifications)])
    await eventually(() => {
      if (!client.received('unread').some((unread) => unread.notifications === notifications))
        throw new Error('not yet')
    })
  }

  const opened = opening.move()
  return {
    ...harness,
    instance,
    /** Starts another instance on the same store, bus and shared state. */
    startInstance: async () => listen(await harness.openInstance()),
    open,
    connect,
    readMetric,
    waitUntilPushed,
    relations: {
      ...harness.relations,
      addMember: (member: TestMember, isVerified = false) =>
        store.members.applyProfile({ ...member, isVerified, profileVersion: 1 }),
      /** Stores a conversation of two members whose last message is from `at`. */
      addConversation: (one: TestMember, other: TestMember, at = now()) => store.addConversation(one, other, at),
    },
    /** Counts the files in the media store. */
    countFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function listen(service: ReturnType<typeof createChatService>) {
  const { port } = await service.start(0, '127.0.0.1')
  return { service, port, url: `http://127.0.0.1:${port}` }
}
