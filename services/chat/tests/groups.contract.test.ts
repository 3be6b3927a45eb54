import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { GroupMessageView, GroupView } from '@meadow/contracts'
import { MAX_GROUP_MEMBERS, MUTED_FOR_EVER } from '@meadow/contracts/limits'
import { eraseMemberBatch, type OwnDataItem } from '@meadow/members'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createMessageLimits } from '../src/config.ts'
import { startChatApi } from './chat-api.ts'
import type { SocketClient } from './chat-harness.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  /** Adds Ann and others who follow her back, with functions for the groups that Ann creates. */
  async function setUp(count = 2, instance?: Awaited<ReturnType<typeof startChatApi>>) {
    const started = instance ?? (await chat())
    const { as, relations, store } = started
    const ann = await started.addMember()
    const others = await Promise.all(Array.from({ length: count }, () => started.addMember()))
    for (const other of others) {
      await relations.follow(ann, other)
      await relations.follow(other, ann)
    }
    const path = (group: { _id: string }, rest = '') => `/messages/groups/${group._id}${rest}`
    const create = (invited: readonly TestMember[], fields: object = {}) =>
      as(ann).post('/messages/groups', { name: 'Hikers', memberIds: invited.map(({ _id }) => _id), ...fields })
    const createGroup = async (invited: readonly TestMember[]): Promise<GroupView> =>
      (await create(invited).expect(201)).body.group
    const accept = async (group: { _id: string }, by: TestMember): Promise<GroupView> =>
      (await as(by).post(path(group, '/accept'), {}).expect(200)).body.group
    /** Creates a group of Ann and others, who have accepted. */
    const createFullGroup = async (members: readonly TestMember[] = others) => {
      const group = await createGroup(members)
      for (const member of members) await accept(group, member)
      return group
    }
    const get = async (group: { _id: string }, by: TestMember): Promise<GroupView> =>
      (await as(by).get(path(group)).expect(200)).body.group
    const listGroups = async (by: TestMember): Promise<GroupView[]> =>
      (await as(by).get('/messages/groups').expect(200)).body.groups
    const send = (group: { _id: string }, by: TestMember, content: string, fields: object = {}) =>
      as(by).post(path(group, '/messages'), { content, ...fields })
    const sendMessage = async (group: { _id: string }, by: TestMember, content: string): Promise<GroupMessageView> =>
      (await send(group, by, content).expect(201)).body.message
    const list = async (group: { _id: string }, by: TestMember, query = '') =>
      (
        await as(by)
          .get(path(group, `/messages${query}`))
          .expect(200)
      ).body as {
        messages: GroupMessageView[]
        hasMore: boolean
        rev: number
      }
    const readLines = async (group: { _id: string }, by: TestMember) =>
      (await list(group, by, '?limit=50')).messages.map(({ notice, content }) => notice?.event ?? content)
    const read = (group: { _id: string }, by: TestMember) => as(by).put(path(group, '/read'))
    const remove = (group: { _id: string }, by: TestMember, member: TestMember) =>
      as(by).delete(path(group, `/members/${member._id}`))
    const setRole = (group: { _id: string }, by: TestMember, member: TestMember, role: string) =>
      as(by)
        .put(path(group, `/members/${member._id}`))
        .send({ role })
    const functions = {
      path,
      create,
      createGroup,
      accept,
      createFullGroup,
      get,
      listGroups,
      send,
      sendMessage,
      list,
      readLines,
    }
    return {
      ...started,
      store,
      ann,
      others,
      ben: others[0] as TestMember,
      cas: others[1] as TestMember,
      ...functions,
      read,
      remove,
      setRole,
    }
  }
  const idsOf = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id).toSorted()

  describe('a new group', () => {
    it('has its creator as its admin, and invites the others, who see no message before they accept', async () => {
      const { ann, others, ben, createGroup, get, listGroups, sendMessage, as, path, unreadOf } =
        await setUpWithCounts()
      const group = await createGroup(others)
      expect(group).toMatchObject({ kind: 'group', name: 'Hikers', role: 'admin', memberCount: 1, invitedBy: null })
      expect(idsOf(group.invited)).toEqual(idsOf(others))
      await sendMessage(group, ann, 'Who comes along?')
      const invitation = await get(group, ben)
      expect(invitation).toMatchObject({
        role: null,
        invitedBy: { _id: ann._id },
        lastMessage: null,
        unreadCount: 0,
        seq: 0,
      })
      expect(idsOf(invitation.members)).toEqual([ann._id])
      expect(await listGroups(ben)).toMatchObject([{ _id: group._id, role: null }])
      expect(await unreadOf(ben)).toBe(0)
      await as(ben).get(path(group, '/messages')).expect(404)
      await as(ben).get(path(group, '/changes?since=0')).expect(404)
      const sent = await as(ben).post(path(group, '/messages'), { content: 'Hi' })
      expect(sent.body).toMatchObject({ code: 'not_in_group' })
    })

    it('shows members what was written since their invitation, as unread', async () => {
      const { ann, ben, cas, createGroup, accept, sendMessage, get, list, readLines, as, path, unreadOf } =
        await setUpWithCounts()
      const group = await createGroup([ben])
      await sendMessage(group, ann, 'One')
      await accept(group, ben)
      expect(await unreadOf(ben)).toBe(1)
      await as(ann)
        .post(path(group, '/members'), { userIds: [cas._id] })
        .expect(200)
      await sendMessage(group, ann, 'Two')
      expect(await accept(group, cas)).toMatchObject({ role: 'member', unreadCount: 1, memberCount: 3 })
      expect(await readLines(group, cas)).toEqual(['Two', 'joined'])
      expect(await readLines(group, ben)).toEqual(['created', 'One', 'joined', 'Two', 'joined'])
      expect((await list(group, cas)).messages[0]).toMatchObject({ sender: { _id: ann._id }, seq: 4 })
      expect((await get(group, ann)).members.map(({ fromSeq }) => fromSeq)).toEqual([0, 0, 3])
    })

    it('refuses strangers, followers and blocked members, but does not tell of a block between two others', async () => {
      const { ann, ben, cas, create, createGroup, relations, addMember, as, path, others } = await setUp(3)
      const eve = await addMember()
      await relations.follow(eve, ann)
      const refused = async (request: ReturnType<typeof create>) =>
        expect((await request.expect(403)).body).toMatchObject({ code: 'not_invitable' })
      await refused(create([ben, eve]))
      await refused(create([{ ...ann, _id: randomUUID() }]))
      await refused(create([ann]))
      const group = await createGroup([ben])
      await relations.block(ben, cas)
      await create(others).expect(201)
      await as(ann)
        .post(path(group, '/members'), { userIds: [cas._id] })
        .expect(200)
      await create([cas, cas, ann]).expect(201)
      await relations.block(cas, ann)
      await refused(create([ben, cas]))
    })

    it('is stored once for a repeat, also if an invited member has blocked its creator since', async () => {
      const { ann, ben, create, listGroups, relations } = await setUp()
      const clientGroupId = randomUUID()
      const created = await Promise.all([1, 2, 3].map(() => create([ben], { clientGroupId }).expect(201)))
      await relations.block(ben, ann)
      created.push(await create([ben], { clientGroupId }).expect(201))
      expect(new Set(created.map(({ body }) => body.group._id)).size).toBe(1)
      expect(await listGroups(ann)).toHaveLength(1)
    })

    it.each([
      [{ name: ' ' }],
      [{ name: 'x'.repeat(81) }],
      [{ memberIds: [] }],
      [{ memberIds: Array.from({ length: MAX_GROUP_MEMBERS }, () => randomUUID()) }],
    ])('is refused with %j', async (fields) => {
      const { create, ben } = await setUp()
      await create([ben], fields).expect(400)
    })

    it('has 50 members at most', async () => {
      const { ann, others, createGroup, as, path, get } = await setUp(MAX_GROUP_MEMBERS)
      const group = await createGroup(others.slice(1))
      const one = await as(ann)
        .post(path(group, '/members'), { userIds: [others[0]?._id] })
        .expect(409)
      expect(one.body).toMatchObject({ code: 'group_full' })
      expect((await get(group, ann)).invited).toHaveLength(MAX_GROUP_MEMBERS - 1)
    })
  })

  async function setUpWithCounts() {
    const used = await setUp()
    return { ...used, unreadOf: (member: TestMember) => used.as(member).unreadCount() }
  }

  describe('a message', () => {
    it('reaches the devices of all members at once, and counts for all but its sender', async () => {
      const { ann, ben, cas, createFullGroup, send, connect, listGroups, unreadOf } = await setUpWithCounts()
      const group = await createFullGroup()
      const devices = await Promise.all([ann, ben, cas].map((member) => connect(member)))
      const fields = { clientMessageId: randomUUID() }
      const { message } = (await send(group, ann, 'See you at #noon', fields).expect(201)).body
      expect(message).toMatchObject({ groupId: group._id, content: 'See you at #noon', ...fields })
      expect((await send(group, ann, 'See you at #noon', fields).expect(201)).body.message).toEqual(message)
      await send(group, ann, 'Other', fields).expect(409)
      for (const device of devices.slice(1))
        expect(await waitForPushes(device, 'groupMessage')).toEqual([{ ...message, clientMessageId: null }])
      expect(await waitForPushes(devices[0] as SocketClient, 'groupMessage')).toEqual([message])
      expect([await unreadOf(ann), await unreadOf(ben), await unreadOf(cas)]).toEqual([0, 1, 1])
      expect(await listGroups(ben)).toMatchObject([{ unreadCount: 1, lastMessage: { _id: message._id } }])
      for (const device of devices) expect(device.received('newMessage')).toEqual([])
    })

    it('pages backwards, and changes are found by their revision', async () => {
      const { ann, ben, createFullGroup, sendMessage, list, as, path } = await setUp()
      const group = await createFullGroup([ben])
      const sent: GroupMessageView[] = []
      for (const content of ['One', 'Two', 'Three']) sent.push(await sendMessage(group, ann, content))
      const newest = await list(group, ben, '?limit=2')
      expect(newest).toMatchObject({ messages: sent.slice(1).map(({ _id }) => ({ _id })), hasMore: true })
      const older = await list(group, ben, `?limit=2&before=${sent[1]?._id}`)
      expect(older.messages.map(({ content, notice }) => notice?.event ?? content)).toEqual(['joined', 'One'])
      const changes = await as(ben)
        .get(path(group, `/changes?since=${sent[1]?.rev}`))
        .expect(200)
      expect(changes.body).toMatchObject({ messages: [{ _id: sent[2]?._id }], hasMore: false, rev: newest.rev })
      await as(ben)
        .get(path(group, `/messages?before=${randomUUID()}`))
        .expect(404)
    })

    it('is read by each member for themselves, which those see who show read marks to each other', async () => {
      const { ann, ben, cas, createFullGroup, sendMessage, read, get, connect, unreadOf, relations } =
        await setUpWithCounts()
      const group = await createFullGroup()
      const { seq } = await sendMessage(group, ann, 'Hello')
      await relations.setPrivacyException(ben, cas, { sendReadMarks: false })
      const [annDevice, casDevice] = [await connect(ann), await connect(cas)]
      const result = (await read(group, ben).expect(200)).body
      expect(result).toMatchObject({ total: 0, upToSeq: seq })
      expect(await waitForPushes(annDevice, 'groupRead')).toMatchObject([{ readerId: ben._id, upToSeq: seq }])
      const readUpTo = async (viewer: TestMember) =>
        (await get(group, viewer)).members.find(({ _id }) => _id === ben._id)?.readUpTo
      expect([await readUpTo(ann), await readUpTo(cas)]).toEqual([seq, 0])
      await sendMessage(group, ann, 'Still there?')
      await waitForPushes(casDevice, 'groupMessage')
      expect(casDevice.received('groupRead')).toEqual([])
      expect([await unreadOf(ben), await unreadOf(cas)]).toEqual([1, 2])
    })

    it('is deleted by its sender alone, for all, and no longer counts', async () => {
      const { ann, ben, cas, createFullGroup, sendMessage, read, list, connect, as, path, unreadOf } =
        await setUpWithCounts()
      const group = await createFullGroup()
      const { _id } = await sendMessage(group, ann, 'Oops')
      await read(group, cas)
      const benDevice = await connect(ben)
      await as(ben)
        .delete(path(group, `/messages/${_id}`))
        .expect(403)
      await as(ann)
        .delete(path({ _id: randomUUID() }, `/messages/${_id}`))
        .expect(404)
      await as(ann)
        .delete(path(group, `/messages/${_id}`))
        .expect(200)
      await as(ann)
        .delete(path(group, `/messages/${_id}`))
        .expect(200)
      expect(await waitForPushes(benDevice, 'groupMessage')).toMatchObject([
        { _id, content: '', deletedAt: expect.any(String) },
      ])
      expect((await list(group, ben)).messages.at(-1)).toMatchObject({ _id, content: '' })
      expect([await unreadOf(ben), await unreadOf(cas)]).toEqual([0, 0])
    })
  })

  describe('across a block', () => {
    it('two members of a group see neither messages, nor counts, nor read marks of each other', async () => {
      const {
        ann,
        ben,
        cas,
        createFullGroup,
        sendMessage,
        readLines,
        relations,
        read,
        get,
        connect,
        listGroups,
        unreadOf,
        as,
        path,
      } = await setUpWithCounts()
      const group = await createFullGroup()
      await relations.block(ben, cas)
      const [benDevice, casDevice] = [await connect(ben), await connect(cas)]
      await sendMessage(group, ben, 'Of Ben')
      await sendMessage(group, cas, 'Of Cas')
      await sendMessage(group, ann, 'Of Ann')
      expect(await readLines(group, ann)).toEqual(['created', 'joined', 'joined', 'Of Ben', 'Of Cas', 'Of Ann'])
      expect(await readLines(group, ben)).toEqual(['created', 'joined', 'Of Ben', 'Of Ann'])
      expect(await readLines(group, cas)).toEqual(['created', 'joined', 'Of Cas', 'Of Ann'])
      expect([await unreadOf(ann), await unreadOf(ben), await unreadOf(cas)]).toEqual([2, 1, 1])
      const changes = (await as(cas).get(path(group, '/changes?since=0'))).body.messages as GroupMessageView[]
      expect(changes.filter(({ sender }) => sender._id === ben._id)).toEqual([])
      for (const [device, hidden] of [
        [benDevice, cas],
        [casDevice, ben],
      ] as const) {
        const pushed = await waitForPushes(device, 'groupMessage', 2)
        expect(pushed.filter(({ sender }) => sender._id === hidden._id)).toEqual([])
      }
      await read(group, cas)
      const byBen = (await get(group, ben)).members.find(({ _id }) => _id === cas._id)
      expect(byBen).toMatchObject({ isBlocked: true, readUpTo: 0 })
      expect((await get(group, cas)).members.find(({ _id }) => _id === ben._id)).toBeUndefined()
      await sendMessage(group, ben, 'Last of Ben')
      expect(await listGroups(cas)).toMatchObject([{ lastMessage: { content: 'Of Ann' } }])
    })

    it('a page is full however much hidden members wrote, also those who have left', async () => {
      const { ann, ben, cas, createFullGroup, sendMessage, list, listGroups, relations, remove } = await setUp()
      const group = await createFullGroup()
      const contents = ['Of Ann 1', 'Of Ann 2', 'Of Ann 3']
      for (const content of contents) await sendMessage(group, ann, content)
      for (let count = 0; count < 12; count += 1) await sendMessage(group, cas, `Of Cas ${count}`)
      await remove(group, cas, cas).expect(200)
      await relations.block(cas, ben)
      const { messages, hasMore } = await list(group, ben, '?limit=2')
      expect([messages.map(({ content }) => content), hasMore]).toEqual([contents.slice(1), true])
      const before = messages[0]?._id ?? ''
      expect((await list(group, ben, `?limit=1&before=${before}`)).messages).toMatchObject([{ content: 'Of Ann 1' }])
      expect(await listGroups(ben)).toMatchObject([{ lastMessage: { content: 'Of Ann 3' } }])
    })

    it('a notice does not name a member who blocks the viewer', async () => {
      const { ann, ben, cas, createFullGroup, setRole, list, relations } = await setUp()
      const group = await createFullGroup()
      await setRole(group, ann, cas, 'admin').expect(200)
      await relations.block(cas, ben)
      const readNotice = async (viewer: TestMember) => (await list(group, viewer)).messages.at(-1)?.notice
      expect(await readNotice(ann)).toMatchObject({ event: 'admin', member: { _id: cas._id } })
      expect(await readNotice(cas)).toMatchObject({ event: 'admin', member: { _id: cas._id } })
      expect(await readNotice(ben)).toEqual({ event: 'admin', member: null, name: null })
    })

    it('an invitation is gone', async () => {
      const { ann, ben, createGroup, relations, listGroups, as, path } = await setUp()
      const group = await createGroup([ben])
      await relations.block(ben, ann)
      expect(await listGroups(ben)).toEqual([])
      await as(ben).post(path(group, '/accept'), {}).expect(404)
    })
  })

  describe('membership', () => {
    it('ends for a member who is removed: they see and write nothing, and what was unread is gone', async () => {
      const {
        ann,
        ben,
        cas,
        createFullGroup,
        sendMessage,
        send,
        remove,
        readLines,
        listGroups,
        as,
        path,
        connect,
        unreadOf,
      } = await setUpWithCounts()
      const group = await createFullGroup()
      await sendMessage(group, ann, 'Before')
      const device = await connect(ben)
      expect((await remove(group, cas, ben).expect(403)).body).toMatchObject({ code: 'not_group_admin' })
      await remove(group, ann, ben).expect(200)
      expect(await waitForPushes(device, 'groupUpdated')).toEqual([{ groupId: group._id }])
      expect(await waitForPushes(device, 'unread')).toContainEqual(expect.objectContaining({ messages: 0 }))
      expect(await unreadOf(ben)).toBe(0)
      expect((await send(group, ben, 'Too late').expect(403)).body).toMatchObject({ code: 'not_in_group' })
      for (const rest of ['', '/messages', '/changes?since=0']) await as(ben).get(path(group, rest)).expect(404)
      await as(ben).put(path(group, '/read')).expect(404)
      expect(await listGroups(ben)).toEqual([])
      expect((await readLines(group, ann)).at(-1)).toBe('removed')
      await sendMessage(group, ann, 'After')
      expect(await unreadOf(ben)).toBe(0)
    })

    it('leaves what a member wrote to them: they may still delete it, which is not told to those who never saw it', async () => {
      const { ann, ben, cas, createFullGroup, accept, sendMessage, remove, list, as, path, connect } = await setUp()
      const group = await createFullGroup([ben])
      const { _id } = await sendMessage(group, ben, 'Oops')
      const { _id: ofAnn } = await sendMessage(group, ann, 'Of Ann')
      await remove(group, ann, ben).expect(200)
      await as(ann)
        .post(path(group, '/members'), { userIds: [cas._id] })
        .expect(200)
      await accept(group, cas)
      const [annDevice, casDevice] = [await connect(ann), await connect(cas)]
      const removeMessage = (by: TestMember, messageId: string) => as(by).delete(path(group, `/messages/${messageId}`))
      await removeMessage(ben, ofAnn).expect(404)
      await removeMessage(ben, _id).expect(200)
      expect(await waitForPushes(annDevice, 'groupMessage')).toMatchObject([{ _id, deletedAt: expect.any(String) }])
      await sendMessage(group, ann, 'For Cas')
      expect(await waitForPushes(casDevice, 'groupMessage')).toMatchObject([{ content: 'For Cas' }])
      expect((await list(group, ann)).messages.find((message) => message._id === _id)).toMatchObject({ content: '' })
    })

    it('ends in order for members who write while they are removed', async () => {
      const { ann, ben, createFullGroup, send, remove, list } = await setUp()
      const group = await createFullGroup()
      const writes = Array.from({ length: 8 }, (_none, index) =>
        send(group, ben, `Message ${index}`).then(({ status }) => status),
      )
      await remove(group, ann, ben).expect(200)
      const statuses = await Promise.all(writes)
      expect(new Set([...statuses, 201, 403])).toEqual(new Set([201, 403]))
      const { messages } = await list(group, ann, '?limit=50')
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_message, index) => index + 1))
      const removedAt = messages.findIndex(({ notice }) => notice?.event === 'removed')
      expect(messages.slice(removedAt).filter(({ sender }) => sender._id === ben._id)).toEqual([])
      expect(messages.filter(({ sender, notice }) => sender._id === ben._id && !notice)).toHaveLength(
        statuses.filter((status) => status === 201).length,
      )
    })

    it('counts nothing for a member who joins while one across a block writes', async () => {
      const { ann, ben, cas, createGroup, accept, send, relations, unreadOf } = await setUpWithCounts()
      const group = await createGroup([ben, cas])
      await accept(group, cas)
      await relations.block(cas, ben)
      const writes = Array.from({ length: 8 }, (_none, index) => send(group, cas, `Message ${index}`).expect(201))
      await Promise.all([...writes, accept(group, ben)])
      expect(await unreadOf(ben)).toBe(0)
      expect(await unreadOf(ann)).toBe(8)
    })

    it('of two admins who remove each other only one ends', async () => {
      const { ann, ben, createFullGroup, setRole, remove, get } = await setUp()
      const group = await createFullGroup()
      await setRole(group, ann, ben, 'admin').expect(200)
      const statuses = await Promise.all(
        [remove(group, ann, ben), remove(group, ben, ann)].map((one) => one.then(({ status }) => status)),
      )
      expect(statuses.toSorted()).toEqual([200, 404])
      const winner = statuses[0] === 200 ? ann : ben
      expect(await get(group, winner)).toMatchObject({ role: 'admin', memberCount: 2 })
    })

    it('passes the role of the last admin who leaves to the member who joined first', async () => {
      const { ann, ben, cas, createFullGroup, remove, setRole, get, list } = await setUp()
      const group = await createFullGroup()
      expect((await setRole(group, ann, ann, 'member').expect(409)).body).toMatchObject({ code: 'last_admin' })
      await remove(group, ann, ann).expect(200)
      expect(await get(group, ben)).toMatchObject({ role: 'admin', memberCount: 2 })
      const [left, madeAdmin] = (await list(group, cas)).messages.slice(-2)
      expect(left?.notice).toEqual({ event: 'left', member: null, name: null })
      expect(madeAdmin?.notice).toMatchObject({ event: 'admin', member: { _id: ben._id } })
      await setRole(group, ben, cas, 'admin').expect(200)
      await setRole(group, ben, ben, 'member').expect(200)
      expect(await get(group, cas)).toMatchObject({ role: 'admin' })
      expect(await get(group, ben)).toMatchObject({ role: 'member' })
    })

    it('is declined, withdrawn, and given again', async () => {
      const { ann, ben, createGroup, remove, as, path, get, listGroups } = await setUp()
      const group = await createGroup([ben])
      await remove(group, ben, ben).expect(200)
      expect(await listGroups(ben)).toEqual([])
      expect(await get(group, ann)).toMatchObject({ memberCount: 1, invited: [] })
      const invite = () => as(ann).post(path(group, '/members'), { userIds: [ben._id] })
      await invite().expect(200)
      await remove(group, ann, ben).expect(200)
      await as(ben).post(path(group, '/accept'), {}).expect(404)
      await invite().expect(200)
      expect(await listGroups(ben)).toHaveLength(1)
    })

    it('of nobody is left after the last member: the group is gone with its messages and invitations', async () => {
      const { ann, ben, cas, createGroup, accept, sendMessage, remove, listGroups, as, path, unreadOf, store } =
        await setUpWithCounts()
      const group = await createGroup([ben, cas])
      await accept(group, ben)
      await sendMessage(group, ann, 'Hello')
      const before = await store.countMessages()
      await remove(group, ann, ann).expect(200)
      await remove(group, ben, ben).expect(200)
      expect([await listGroups(ann), await listGroups(ben), await listGroups(cas)]).toEqual([[], [], []])
      await as(cas).post(path(group, '/accept'), {}).expect(404)
      expect(await unreadOf(ben)).toBe(0)
      expect(await store.countMessages()).toBe(before - 3)
    })

    it('is renamed by admins', async () => {
      const { ann, ben, createFullGroup, as, path, list } = await setUp()
      const group = await createFullGroup([ben])
      const rename = (by: TestMember, name: string) => as(by).put(path(group)).send({ name })
      await rename(ben, 'Mine').expect(403)
      expect((await rename(ann, ' Climbers ').expect(200)).body.group).toMatchObject({ name: 'Climbers' })
      expect((await list(group, ben)).messages.at(-1)?.notice).toEqual({
        event: 'renamed',
        member: null,
        name: 'Climbers',
      })
    })
  })

  it('counts names and roles as messages of the admin, but always lets them remove others', async () => {
    const messageLimits = createMessageLimits({
      MESSAGES_PER_MINUTE: 50,
      SENT_MESSAGES_PER_MINUTE: 2,
      RECEIVED_MESSAGES_PER_MINUTE: 50,
    })
    const noon = new Date('2026-03-01T12:00:15.000Z')
    await using limited = await startChatApi({ now: () => noon }, { openStore, messageLimits })
    const { ann, ben, cas, createFullGroup, as, path, setRole, remove } = await setUp(2, limited)
    const group = await createFullGroup()
    const rename = (name: string) => as(ann).put(path(group)).send({ name })
    await setRole(group, ann, { ...ben, _id: randomUUID() }, 'admin').expect(404)
    await rename('Climbers').expect(200)
    await setRole(group, ann, ben, 'admin').expect(200)
    await rename('Hikers').expect(429)
    await setRole(group, ann, cas, 'admin').expect(429)
    await remove(group, ann, cas).expect(200)
  })

  it('is muted, pinned and archived by each member for themselves', async () => {
    const { ann, ben, cas, createFullGroup, sendMessage, remove, get, as, addMember, unreadOf } =
      await setUpWithCounts()
    const group = await createFullGroup()
    const mark = (by: TestMember, marks: object) => as(by).put(`/messages/conversations/${group._id}`).send(marks)
    await mark(ben, { mutedUntil: MUTED_FOR_EVER, pinned: true }).expect(200)
    await sendMessage(group, ann, 'Quiet')
    expect([await unreadOf(ben), await unreadOf(cas)]).toEqual([0, 1])
    const marks = { mutedUntil: MUTED_FOR_EVER, pinnedAt: expect.any(String), archived: false }
    expect(await get(group, ben)).toMatchObject({ unreadCount: 1, marks })
    expect(await get(group, cas)).toMatchObject({ marks: { mutedUntil: null, pinnedAt: null } })
    await mark(cas, { archived: true }).expect(200)
    expect(await get(group, cas)).toMatchObject({ marks: { archived: true } })
    expect((await as(cas).get('/messages/conversations?view=inbox').expect(200)).body).toMatchObject({
      archivedCount: 0,
    })
    await sendMessage(group, ann, 'Back again')
    expect(await get(group, cas)).toMatchObject({ marks: { archived: false } })
    await mark(await addMember(), { pinned: true }).expect(404)
    await remove(group, ann, ben).expect(200)
    await mark(ben, { pinned: false }).expect(404)
  })

  it('is closed to others, who cannot tell it from one that does not exist', async () => {
    const { ann, ben, createFullGroup, sendMessage, addMember, as, path, read, remove, setRole, send } = await setUp()
    const group = await createFullGroup()
    const { _id } = await sendMessage(group, ann, 'Between us')
    const eve = await addMember()
    for (const target of [group, { _id: randomUUID() }]) {
      for (const rest of ['', '/messages', '/changes?since=0']) await as(eve).get(path(target, rest)).expect(404)
      await as(eve).post(path(target, '/accept'), {}).expect(404)
      await as(eve)
        .post(path(target, '/members'), { userIds: [ben._id] })
        .expect(404)
      await as(eve).put(path(target)).send({ name: 'Mine' }).expect(404)
      await as(eve)
        .delete(path(target, `/messages/${_id}`))
        .expect(404)
      for (const member of [ann, eve]) await remove(target, eve, member).expect(404)
      await setRole(target, eve, eve, 'admin').expect(404)
      await read(target, eve).expect(404)
      expect((await send(target, eve, 'Hi').expect(403)).body).toMatchObject({ code: 'not_in_group' })
    }
  })

  it('is left by a member who is erased, with what they wrote; the export has what they see', async () => {
    const { ann, ben, cas, createFullGroup, createGroup, sendMessage, relations, list, get, store } = await setUp()
    const group = await createFullGroup()
    const other = await createGroup([ben])
    await sendMessage(group, ben, 'Of Ben')
    await sendMessage(group, cas, 'Of Cas')
    await relations.block(cas, ben)
    const { ports } = store
    const items: Record<string, OwnDataItem[]> = {}
    for await (const page of ports.ownData.readPages(ben._id))
      items[page.kind] = [...(items[page.kind] ?? []), ...page.items]
    expect(items['conversations']).toMatchObject([
      { kind: 'group', name: 'Hikers', members: expect.not.arrayContaining([cas.username]) },
    ])
    expect(items['messages']).toMatchObject([{ text: 'Of Ben' }])
    expect(items['groupInvitations']).toMatchObject([{ groupId: other._id }])
    await ports.consumerStore.transaction(async ({ erasures, members }) => {
      await members.applyAccount({ _id: ben._id, accountVersion: 9, state: 'erased' })
      await erasures.begin({ memberId: ben._id, keepsMessages: false, counts: {} })
    })
    const deps = { service: 'chat' as const, consumerStore: ports.consumerStore, now: () => new Date(), newId }
    while (await eraseMemberBatch(deps));
    const ofBen = (await list(group, ann)).messages.filter(({ sender }) => sender._id === ben._id)
    expect(ofBen.map(({ notice, content, sender }) => [notice?.event, content, sender.fullName])).toEqual([
      ['joined', '', ''],
      [undefined, '', ''],
      ['left', '', ''],
    ])
    expect(idsOf((await get(group, ann)).members)).toEqual(idsOf([ann, cas]))
    expect((await get(other, ann)).invited).toEqual([])
    const counts = (await ports.ownData.count(ben._id)).kinds
    expect(counts.filter(({ count }) => count > 0)).toEqual([])
  })
})
