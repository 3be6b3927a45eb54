import { calls } from '@meadow/contracts'
import { type ApiClient, createApiClient } from '@meadow/testing/api-client'
import {
  CALL_MATRIX,
  type CallRow,
  type MatrixRequest,
  type Outcome,
  STATUSES_BY_OUTCOME,
} from './src/authorization/call-matrix.ts'
import {
  createMatrixMembers,
  listSecretsFrom,
  type MatrixMembers,
  type MemberRole,
  openSession,
  ROLES,
  type Role,
} from './src/authorization/matrix-members.ts'
import { openRecordingSocket, type RecordingSocket } from './src/authorization/recording-socket.ts'
import { sendMatrixRequest } from './src/authorization/send-matrix-request.ts'
import {
  CLIENT_TO_SERVER_MATRIX,
  POSSIBLE_RECEIVERS,
  playScenario,
  REFUSED_MESSAGES,
  SERVER_TO_CLIENT_MATRIX,
  type ServerToClientName,
} from './src/authorization/socket-matrix.ts'
import { expect, test } from './src/fixtures.ts'

let url: string
let api: ApiClient
let members: MatrixMembers

test.beforeAll(async ({ stack }) => {
  url = stack.url
  api = createApiClient(url)
  members = await createMatrixMembers(api)
})

type CallName = keyof typeof calls

const isMember = (role: Role): role is MemberRole => role !== 'guest' && role !== 'ended'

/** True if a role may change what the owner and the partner have together. */
const isEntitled = (role: Role) => role === 'owner' || role === 'partner'

/** Returns the member whose request a role sends: callers without a session ask for the same as a stranger. */
const toMemberRole = (role: Role) => (isMember(role) ? role : 'stranger')

function tokenOf(role: Role): string | undefined {
  if (role === 'guest') return undefined
  return role === 'ended' ? members.endedToken : members[role].token
}

const send = (name: CallName, role: Role, request: MatrixRequest) =>
  sendMatrixRequest(url, calls[name], request, tokenOf(role))

/** Reads what belongs to the owner alone, without what others may rightly change. */
async function readOwnerState() {
  const by = members.owner
  const [{ email, fullName }, { sessions }, { preferences }, { count }, { notifications }] = await Promise.all([
    api.call<{ email: string; fullName: string }>('/auth/me', { by }),
    api.call<{ sessions: { _id: string }[] }>('/auth/sessions', { by }),
    api.call<{ preferences: object }>('/posts/notifications/preferences', { by }),
    api.call<{ count: number }>('/messages/unread-count/total', { by }),
    api.call<{ notifications: { _id: string; isRead: boolean }[] }>('/posts/notifications', { by }),
  ])
  const notification = notifications.find(({ _id }) => _id === members.notificationId)
  return { email, fullName, sessions: sessions.length, preferences, count, isRead: notification?.isRead }
}

function findOutcome(row: CallRow, role: Role): Outcome {
  if ('everyone' in row) return row.everyone
  if (isMember(role)) return row.outcomes[role]
  return (role === 'guest' && row.guest) || 'unauthenticated'
}

/** Sends a call as one role. Returns the differences from the matrix. */
async function findDifferences(name: CallName, role: Role): Promise<string[]> {
  const row = CALL_MATRIX[name]
  const { shows, endsCurrentSession, request } = row
  const outcome = findOutcome(row, role)
  const matrixRequest = await request({ ...members, api, role: toMemberRole(role) })
  const before = isEntitled(role) ? undefined : await readOwnerState()
  const response = await send(name, role, matrixRequest)
  const text = await response.text()
  if (endsCurrentSession && isMember(role)) members[role].token = await openSession(api, members[role])
  const after = isEntitled(role) ? undefined : await readOwnerState()

  const answer = `${role}: ${response.status} ${text}`
  return [
    ...(STATUSES_BY_OUTCOME[outcome].includes(response.status) ? [] : [`${answer} instead of ${outcome}`]),
    ...(shows && outcome === 'done' && !text.includes(shows) ? [`${answer} lacks ${shows}`] : []),
    ...listSecretsFrom(role, members).flatMap((secret) => (text.includes(secret) ? [`${answer} has ${secret}`] : [])),
    ...(JSON.stringify(before) === JSON.stringify(after) ? [] : [`${answer} changed what the owner has`]),
  ]
}

test.describe('the authorization of sockets', () => {
  const MEMBER_ROLES = ROLES.filter(isMember)
  const sockets = new Map<MemberRole, RecordingSocket>()
  const socketOf = (role: MemberRole) => sockets.get(role) as RecordingSocket
  const open = (token?: string) => openRecordingSocket(url, token)

  test.beforeAll(async () => {
    // the partner is there when the owner comes online
    for (const role of ['partner', 'owner', 'follower', 'stranger'] as const)
      sockets.set(role, await open(members[role].token))
  })
  test.afterAll(() => {
    for (const socket of sockets.values()) socket[Symbol.dispose]()
  })

  /** Finds the roles that received a message, without those that may have. */
  const findReceivers = (name: ServerToClientName) =>
    MEMBER_ROLES.filter((role) => socketOf(role).received.has(name) && !POSSIBLE_RECEIVERS[name]?.includes(role))

  test('refuses the connection of a guest and of an ended session', async () => {
    await expect(open()).rejects.toMatchObject({ data: { code: 'token_missing' } })
    await expect(open(members.endedToken)).rejects.toMatchObject({ data: { code: 'token_invalid' } })
  })

  test('sends each message to the members of the matrix, and to nobody else, even if they ask to join', async () => {
    for (const role of ['follower', 'stranger'] as const) await socketOf(role).emit('join', members.owner._id)
    const { socket } = socketOf('partner')
    await playScenario({
      api,
      members,
      emitTyping: () => socket.emit('typing', { recipientId: members.owner._id }),
      waitUntilReceived: (role, name) => expect(() => expect(socketOf(role).received).toContain(name)).toPass(),
    })
    const names = Object.keys(SERVER_TO_CLIENT_MATRIX) as ServerToClientName[]
    const expected = names.map((name) => [name, SERVER_TO_CLIENT_MATRIX[name]])
    await expect(() => {
      const received = names.map((name) => [name, findReceivers(name)])
      expect(received).toEqual(expected)
    }).toPass()
    for (const role of MEMBER_ROLES) {
      const text = socketOf(role).payloads.join()
      expect(listSecretsFrom(role, members).filter((secret) => text.includes(secret))).toEqual([])
    }
  })

  for (const name of Object.keys(CLIENT_TO_SERVER_MATRIX) as (keyof typeof CLIENT_TO_SERVER_MATRIX)[]) {
    test(`${name}: acts for the sender alone`, async () => {
      for (const { received } of sockets.values()) received.clear()
      for (const role of ['stranger', 'follower'] as const) {
        const acknowledgement = await socketOf(role).emit(name, CLIENT_TO_SERVER_MATRIX[name](members, role))
        expect(acknowledgement).toMatchObject(REFUSED_MESSAGES[name] ?? { ok: true })
      }
      for (const role of ['owner', 'partner'] as const) {
        for (const pushed of ['typing', 'newMessage']) expect(socketOf(role).received).not.toContain(pushed)
      }
    })
  }

  test("authenticate: refuses another member's token", async () => {
    const payload = { token: members.owner.token }
    expect(await socketOf('stranger').emit('authenticate', payload)).toMatchObject({ ok: false })
  })
})

test.describe('the authorization of calls', () => {
  for (const name of Object.keys(CALL_MATRIX) as CallName[]) {
    test(`${calls[name].method.toUpperCase()} ${calls[name].path} (${name})`, async () => {
      const differences = []
      for (const role of ROLES.toReversed()) differences.push(...(await findDifferences(name, role)))
      expect(differences).toEqual([])
    })
  }
})
