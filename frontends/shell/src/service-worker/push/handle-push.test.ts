import { describe, expect, it } from '@jest/globals'
import { handlePush } from './handle-push.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { createFakePage, createFakePushDeps, createFakePushScope, type FakePage } from './testing/fake-push-scope.ts'
import { aPush, KOFI_ID, NOW } from './testing/push-fixtures.ts'

const POST_ID = '01890000-0000-7000-8000-0000000000f1'
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString()
const aComment = (changes = {}) =>
  aPush({ type: 'comment', tag: `post ${POST_ID}`, path: `/post/${POST_ID}`, postId: POST_ID, ...changes })
const aClose = (at: string) => ({ version: 1, type: 'close', memberId: aPush().memberId, at, tags: [aPush().tag] })

/** Delivers pushes to a worker with these pages. Returns its state. */
async function deliver(pushes: unknown[], pages: FakePage[] = [], changes: Partial<PushWorkerDeps> = {}) {
  const scope = createFakePushScope(...pages)
  const { deps, counts } = createFakePushDeps(scope, changes)
  for (const push of pushes) await handlePush(deps, push)
  return { scope, shown: scope.shown, counts }
}
const respondWithMessage = (message: object): Pick<PushWorkerDeps, 'callApi'> => ({
  callApi: async () => ({
    messages: [
      { sender: { _id: KOFI_ID }, content: 'The heron is back', messageType: 'text', deletedAt: null, ...message },
    ],
  }),
})

describe('a push', () => {
  it('shows a notification with its tag, icon, time and actions, and updates the badge', async () => {
    const { shown, counts } = await deliver([aPush()])
    expect(shown).toMatchObject([
      {
        title: 'Kofi Mensah',
        body: 'sent you a message',
        tag: aPush().tag,
        renotify: true,
        icon: '/media/p/kofi.webp',
        timestamp: NOW.getTime(),
        actions: [
          { action: 'reply', title: 'Reply', type: 'text', placeholder: 'Write a reply' },
          { action: 'mark-read', title: 'Mark as read' },
        ],
      },
    ])
    expect(counts.badgeUpdates).toBe(1)
  })

  it('replaces an earlier one with the same tag', async () => {
    const { shown } = await deliver([aPush(), aComment(), aPush({ body: 'sent you a second message' })])
    expect(shown.map(({ body }) => body)).toEqual(['sent you a second message', 'sent you a message'])
  })

  it('has as many actions as the browser shows, and a plain Reply without text fields', async () => {
    const { shown } = await deliver([aPush()], [], { abilities: { maxActions: 1, hasTextField: false } })
    expect(shown[0]?.actions).toEqual([{ action: 'reply', title: 'Reply' }])
  })

  it('is dropped after a day, but a test never', async () => {
    expect((await deliver([aPush({ at: hoursAgo(25) })])).shown).toEqual([])
    expect((await deliver([aPush({ at: hoursAgo(23) })])).shown).toHaveLength(1)
    expect((await deliver([aPush({ type: 'test', at: hoursAgo(25) })])).shown).toHaveLength(1)
  })

  it('of an unknown kind is a plain notification', async () => {
    const { shown } = await deliver([{ version: 2, secret: 'x' }, undefined])
    expect(shown).toMatchObject([{ title: 'Something new on Meadow', body: 'Open Meadow to see it.' }])
    expect(shown[0]?.data).toBeUndefined()
  })

  it('for another member is not shown', async () => {
    const { shown, scope } = await deliver([aPush({ memberId: KOFI_ID })])
    expect(shown).toEqual([])
    expect(scope.isSubscribed).toBe(true)
  })

  it('after a sign-out is not shown, and ends the subscription', async () => {
    const { shown, scope } = await deliver([aPush()], [], { readMemberId: async () => undefined })
    expect(shown).toEqual([])
    expect(scope.isSubscribed).toBe(false)
  })
})

describe('the text of a message', () => {
  it('is fetched', async () => {
    expect((await deliver([aPush()], [], respondWithMessage({}))).shown[0]?.body).toBe('The heron is back')
  })

  it('is that of a picture or a recording if it has none', async () => {
    const picture = respondWithMessage({ content: '', messageType: 'image' })
    expect((await deliver([aPush()], [], picture)).shown[0]?.body).toBe('Picture')
    const voice = respondWithMessage({ content: '', messageType: 'voice' })
    expect((await deliver([aPush()], [], voice)).shown[0]?.body).toBe('Voice message')
  })

  it('is not fetched if the member hides it', async () => {
    const { shown } = await deliver([aPush({ hideText: true })], [], respondWithMessage({}))
    expect(shown[0]?.body).toBe('sent you a message')
  })

  it.each([{ deletedAt: NOW.toISOString() }, { sender: { _id: aPush().memberId } }])(
    'is not shown of a deleted or own message: %j',
    async (message) => {
      expect((await deliver([aPush()], [], respondWithMessage(message))).shown[0]?.body).toBe('sent you a message')
    },
  )
})

describe('a visible page', () => {
  it('that shows the conversation needs no notification', async () => {
    expect((await deliver([aPush()], [createFakePage('/chat/kofi')])).shown).toEqual([])
    expect((await deliver([aPush()], [createFakePage('/home')])).shown).toHaveLength(1)
    expect((await deliver([aPush()], [createFakePage('/alert')])).shown).toHaveLength(1)
  })

  it('that shows the alerts or the post needs no notification of them', async () => {
    expect((await deliver([aComment()], [createFakePage('/alert')])).shown).toEqual([])
    expect((await deliver([aComment()], [createFakePage(`/post/${POST_ID}`)])).shown).toEqual([])
    expect((await deliver([aComment()], [createFakePage('/inbox')])).shown).toHaveLength(1)
  })

  it('is judged by its address if it does not respond', async () => {
    expect((await deliver([aPush()], [createFakePage('/chat/kofi', { isSilent: true })])).shown).toEqual([])
  })

  it('sees the test and hears that it arrived', async () => {
    const page = createFakePage('/settings/notifications')
    const test = aPush({ type: 'test', path: '/settings/notifications' })
    expect((await deliver([test], [page])).shown).toHaveLength(1)
    expect(page.messages).toEqual([{ type: 'test-push-arrived', id: test.id }])
  })
})

it('a hidden page does not suppress a notification', async () => {
  expect((await deliver([aPush()], [createFakePage('/chat/kofi', { isVisible: false })])).shown).toHaveLength(1)
})

describe('what was read on another device', () => {
  it('is closed by its tag', async () => {
    const { shown } = await deliver([aPush(), aComment(), aClose(NOW.toISOString())])
    expect(shown.map(({ tag }) => tag)).toEqual([aComment().tag])
  })

  it('stays if it is newer', async () => {
    expect((await deliver([aPush(), aClose(hoursAgo(1))])).shown).toHaveLength(1)
  })
})
