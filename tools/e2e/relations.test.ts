import { calls } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { RunningStack } from '@meadow/testing/stack'
import {
  CALL_MATRIX,
  createVoiceForm,
  type MatrixRequest,
  STATUSES_BY_OUTCOME,
} from './src/authorization/call-matrix.ts'
import { createMatrixMembers, type MatrixMembers, openSession } from './src/authorization/matrix-members.ts'
import { openRecordingSocket } from './src/authorization/recording-socket.ts'
import {
  ACTING_RELATIONS,
  GUEST_MATRIX,
  RELATION_MATRIX,
  RELATIONS,
  type Relation,
  SOCKET_RELATION_MATRIX,
} from './src/authorization/relation-matrix.ts'
import { sendMatrixRequest } from './src/authorization/send-matrix-request.ts'
import { expect, test } from './src/fixtures.ts'
import { giveRole } from './src/give-role.ts'

type CallName = keyof typeof calls

/** The caller is the partner of the matrix: both follow each other and have a conversation. */
type RelatedMembers = MatrixMembers & { ownMessageId: string }

const becomePrivate = (by: ApiMember, { call }: ApiClient) =>
  call('/users/privacy', { by, body: { isPrivate: true }, method: 'PUT' })

const deactivate = (by: ApiMember, { call }: ApiClient) =>
  call('/auth/account/deactivate', { by, body: { password: by.account.password } })

/** Lets a moderator suspend a member for ever. Resolves when the member's sessions have ended. */
async function suspend(stack: RunningStack, member: ApiMember, reporter: ApiMember, api: ApiClient) {
  const { call, register } = api
  const { account } = await register('Mona Moder')
  await giveRole(stack, account, 'moderator')
  const by = { token: await openSession(api, { account } as ApiMember) }
  await call('/reports', { by: reporter, body: { kind: 'member', id: member._id, category: 'spam' } })
  const { reports } = await call<{ reports: { _id: string; targetId: string }[] }>('/moderation/reports', { by })
  const reportId = reports.find(({ targetId }) => targetId === member._id)?._id
  await call(`/moderation/reports/${reportId}`, { by, body: { decision: 'suspend', suspendDays: null } })
  await expect(() => expect(call('/auth/me', { by: member })).rejects.toThrow()).toPass()
}

type RelationContext = { api: ApiClient; stack: RunningStack }

const BEGIN: Record<Relation, (members: MatrixMembers, context: RelationContext) => Promise<unknown>> = {
  'caller blocks': ({ partner, owner }, { api: { call } }) =>
    call(`/users/${owner._id}/block`, { by: partner, body: { state: true } }),
  'owner blocks': ({ partner, owner }, { api: { call } }) =>
    call(`/users/${partner._id}/block`, { by: owner, body: { state: true } }),
  'caller mutes': ({ partner, owner }, { api: { call } }) =>
    call(`/users/${owner._id}/mute`, { by: partner, body: { state: true } }),
  'owner mutes': ({ partner, owner }, { api: { call } }) =>
    call(`/users/${partner._id}/mute`, { by: owner, body: { state: true } }),
  async 'owner is private'({ partner, owner }, { api }) {
    await becomePrivate(owner, api)
    await api.call(`/users/${partner._id}/follower`, { by: owner, method: 'DELETE' })
  },
  async 'caller is private'({ partner, owner }, { api }) {
    await becomePrivate(partner, api)
    await api.call(`/users/${owner._id}/follower`, { by: partner, method: 'DELETE' })
  },
  'owner is deactivated': ({ owner }, { api }) => deactivate(owner, api),
  'owner is deleted': ({ owner }, { api: { call } }) =>
    call('/auth/account', { by: owner, body: { password: owner.account.password }, method: 'DELETE' }),
  'owner is suspended': ({ owner, follower }, { api, stack }) => suspend(stack, owner, follower, api),
}

/** Requests that differ from those of the other matrix: the caller edits their own message. */
const REQUESTS: Partial<Record<CallName, (members: RelatedMembers) => MatrixRequest>> = {
  editMessage: ({ ownMessageId }) => ({ params: { id: ownMessageId }, body: { content: 'Mine, again' } }),
}

for (const relation of RELATIONS) {
  test(`every call has the outcome of its row: the ${relation}`, async ({ stack }) => {
    const api = createApiClient(stack.url)
    const matrixMembers = await createMatrixMembers(api)
    const ownMessageId = await api.sendMessage(matrixMembers.partner, matrixMembers.owner, 'Mine')
    const members: RelatedMembers = { ...matrixMembers, ownMessageId }
    const ask = async (name: CallName) => {
      const toRequest = REQUESTS[name] ?? CALL_MATRIX[name].request
      const request = await toRequest({ ...members, api, role: 'partner' })
      const response = await sendMatrixRequest(stack.url, calls[name], request, members.partner.token)
      return { status: response.status, text: await response.text() }
    }
    const listings = (Object.keys(RELATION_MATRIX) as CallName[]).filter((name) => {
      const row = RELATION_MATRIX[name]
      return row !== 'caller only' && row[relation] === 'left out' && name !== 'getSuggestions' // the caller follows the owner
    })
    for (const name of listings)
      await expect(async () => expect((await ask(name)).text).toContain(members.owner._id)).toPass()

    await BEGIN[relation](members, { api, stack })
    const differences: string[] = []
    for (const name of Object.keys(RELATION_MATRIX) as CallName[]) {
      const row = RELATION_MATRIX[name]
      if (row === 'caller only') continue
      const wanted = row[relation]
      const statuses = STATUSES_BY_OUTCOME[wanted === 'left out' ? 'done' : wanted]
      const isAsWanted = ({ status, text }: Awaited<ReturnType<typeof ask>>) =>
        statuses.includes(status) && (wanted !== 'left out' || !text.includes(members.owner._id))
      let last = await ask(name)
      await expect(async () => {
        // each service learns the relation from its event
        if (!isAsWanted(last)) last = await ask(name)
        expect(isAsWanted(last)).toBe(true)
      })
        .toPass({ timeout: 5_000 })
        .catch(() => differences.push(`${name}: ${last.status} ${last.text.slice(0, 200)} instead of ${wanted}`))
    }
    expect(differences).toEqual([])
  })
}

const BEGIN_OF_GUESTS = { private: becomePrivate, deactivated: deactivate }

for (const state of ['private', 'deactivated'] as const) {
  test(`guests get of a ${state} member what their row says`, async ({ stack }) => {
    const api = createApiClient(stack.url)
    const members = await createMatrixMembers(api)
    const names = Object.keys(GUEST_MATRIX) as (keyof typeof GUEST_MATRIX)[]
    const ask = async (name: (typeof names)[number]) => {
      const request = await CALL_MATRIX[name].request({ ...members, api, role: 'stranger' })
      const query = name === 'listPosts' ? { query: { scope: 'all' } } : {}
      const response = await sendMatrixRequest(stack.url, calls[name], { ...request, ...query }, undefined)
      return { status: response.status, text: await response.text() }
    }
    for (const name of names) expect((await ask(name)).status, name).toBe(200)
    await BEGIN_OF_GUESTS[state](members.owner, api)
    for (const name of names) {
      const wanted = GUEST_MATRIX[name][state]
      await expect(async () => {
        const { status, text } = await ask(name)
        expect(STATUSES_BY_OUTCOME[wanted === 'left out' ? 'done' : wanted], `${name}: ${text}`).toContain(status)
        if (wanted === 'left out') expect(text).not.toContain(members.owner._id)
      }).toPass({ timeout: 5_000 })
    }
  })
}

for (const state of ['deactivated', 'suspended'] as const) {
  test(`every call of a member is refused once the member is ${state}, and their sockets close`, async ({ stack }) => {
    const api = createApiClient(stack.url)
    const members = await createMatrixMembers(api)
    const { partner, follower } = members
    const names = (Object.keys(CALL_MATRIX) as CallName[]).filter((name) => calls[name].access !== 'anyone')
    const requests = []
    for (const name of names)
      requests.push([name, await CALL_MATRIX[name].request({ ...members, api, role: 'partner' })] as const)
    using open = await openRecordingSocket(stack.url, partner.token)
    const closed = new Promise((resolve) => open.socket.once('disconnect', resolve))
    await (state === 'deactivated' ? deactivate(partner, api) : suspend(stack, partner, follower, api))
    await closed
    await expect(openRecordingSocket(stack.url, partner.token)).rejects.toMatchObject({
      data: { code: 'token_invalid' },
    })
    const differences: string[] = []
    for (const [name, request] of requests)
      await expect(async () => {
        // each service learns from its event that the sessions have ended
        const { status } = await sendMatrixRequest(stack.url, calls[name], request, partner.token)
        expect(status).toBe(401)
      })
        .toPass({ timeout: 5_000 })
        .catch((error) => differences.push(`${name}: ${error}`))
    expect(differences).toEqual([])
  })
}

/** Prepares what the owner and the caller have before the relation begins. Returns a function that lets the owner do everything. */
async function prepareOwnersActions(api: ApiClient, { owner, partner, follower, groupId }: MatrixMembers) {
  const { call } = api
  /** Repeats of the scenario delete one each. */
  const toDelete: string[] = []
  while (toDelete.length < 20) toDelete.push(await api.sendMessage(owner, partner, 'For a while'))
  const toEdit = await api.sendMessage(owner, partner, 'To be changed')
  const toReact = await api.sendMessage(partner, owner, 'To be liked')
  const toPlay = await sendPlayableVoices(api, { by: partner, to: owner, count: 5 })
  const publish = async (by: ApiMember) =>
    (await call<{ _id: string }>('/posts', { by, body: { content: 'A gate' } }))._id
  const [callersPost, followersPost] = [await publish(partner), await publish(follower)]
  const attempt = (...request: Parameters<typeof call>) => call(...request).catch(() => undefined) // the row says whether it arrives
  return {
    async act(emitTyping: () => Promise<unknown>) {
      await emitTyping()
      await attempt(`/messages`, { by: owner, body: { recipientId: partner._id, content: 'Hello' } })
      await attempt('/messages/voice', { by: owner, body: createVoiceForm({ recipientId: partner._id }) })
      await attempt(`/messages/${toEdit}`, { by: owner, body: { content: `At ${Date.now()}` }, method: 'PUT' })
      for (const method of ['POST', 'DELETE'] as const)
        await attempt(`/messages/${toReact}/reactions`, { by: owner, body: { emoji: '👍' }, method })
      await attempt(`/messages/${toPlay.pop()}/played`, { by: owner, method: 'PUT' })
      await attempt(`/messages/${toDelete.pop()}`, { by: owner, method: 'DELETE' })
      await attempt(`/messages`, { by: partner, body: { recipientId: owner._id, content: 'Read me' } })
      await attempt(`/messages/conversations/${partner._id}/read`, { by: owner, method: 'PUT' })
      await api.sendToGroup(owner, groupId, 'Hello')
      await call(`/messages/groups/${groupId}/read`, { by: owner, method: 'PUT' })
      await call(`/messages/groups/${groupId}`, { by: owner, body: { name: `At ${Date.now()}` }, method: 'PUT' })
      for (const showOnline of [false, true])
        await call('/users/privacy', { by: owner, body: { showOnline }, method: 'PUT' })
      const postId = await publish(owner)
      await call(`/posts/${postId}/like`, { by: follower, body: { state: true } })
      const { comment } = await call<{ comment: { _id: string } }>(`/posts/${postId}/comments`, {
        by: owner,
        body: { text: 'Mine' },
      })
      const edit = { text: 'Still mine', editedAt: null }
      await call(`/posts/${postId}/comments/${comment._id}`, { by: owner, body: edit, method: 'PUT' })
      for (const state of [false, true])
        for (const id of [callersPost, followersPost])
          await attempt(`/posts/${id}/like`, { by: owner, body: { state } })
      return { postId, deletePost: () => call(`/posts/${postId}`, { by: owner, method: 'DELETE' }) }
    },
  }
}

/** Sends recordings, and waits until they can be played. Returns the ids of the messages. */
async function sendPlayableVoices({ call }: ApiClient, voices: { by: ApiMember; to: ApiMember; count: number }) {
  const { by, to, count } = voices
  type Message = { _id: string; voice?: { status: string } }
  for (let sent = 0; sent < count; sent++)
    await call('/messages/voice', { by, body: createVoiceForm({ recipientId: to._id }) })
  const list = async () => (await call<{ messages: Message[] }>(`/messages/${by._id}`, { by: to })).messages
  const listPlayable = async () => (await list()).filter(({ voice }) => voice?.status === 'ready')
  await expect.poll(async () => (await listPlayable()).length, { timeout: 30_000 }).toBe(count)
  return (await listPlayable()).map(({ _id }) => _id)
}

for (const relation of ACTING_RELATIONS) {
  test(`the caller receives what the rows of the messages say: the ${relation}`, async ({ stack }) => {
    test.slow()
    const api = createApiClient(stack.url)
    const members = await createMatrixMembers(api)
    const { act } = await prepareOwnersActions(api, members)
    using caller = await openRecordingSocket(stack.url, members.partner.token)
    using owners = await openRecordingSocket(stack.url, members.owner.token)
    using control = await openRecordingSocket(stack.url, members.follower.token)
    const updatedPosts = new Set<string>()
    caller.socket.on('postUpdated', ({ _id }) => updatedPosts.add(_id))
    await BEGIN[relation](members, { api, stack })
    const rows = Object.entries(SOCKET_RELATION_MATRIX).flatMap(([name, row]) =>
      row === 'own devices' ? [] : [[name, row[relation]] as const],
    )
    await expect(async () => {
      // repeated until each service knows the relation
      caller.received.clear()
      control.received.clear()
      const { postId, deletePost } = await act(() => owners.emit('typing', { recipientId: members.partner._id }))
      for (const name of ['postCreated', 'postUpdated', 'notification'])
        await expect(() => expect(control.received).toContain(name)).toPass({ timeout: 5_000 })
      await deletePost()
      await expect(() => expect(control.received).toContain('postDeleted')).toPass({ timeout: 5_000 })
      await expect(() => {
        const isReceived = (name: string) =>
          name === 'postUpdated' ? updatedPosts.has(postId) : caller.received.has(name)
        expect(rows.map(([name]) => [name, isReceived(name)])).toEqual(rows)
      }).toPass({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
  })
}
