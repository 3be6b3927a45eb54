import { describe, expect, it } from '@jest/globals'
import { handleNotificationClick, type NotificationClick } from './handle-notification-click.ts'
import type { PushWorkerDeps } from './push-worker-deps.ts'
import { createFakePage, createFakePushDeps, createFakePushScope, type FakePage } from './testing/fake-push-scope.ts'
import { aPush, KOFI_ID } from './testing/push-fixtures.ts'

const POST_ID = '01890000-0000-7000-8000-0000000000f1'
const aComment = aPush({ type: 'comment', path: `/post/${POST_ID}`, postId: POST_ID, actions: ['like', 'mark-read'] })
const readMessages = { kind: 'read-messages', userId: KOFI_ID, upToMessageId: aPush().id }
const readAlert = { kind: 'read-alert', notificationId: aComment.id }

/** Clicks a notification with this data. Returns the state of the worker. */
async function click(
  data: unknown,
  { action = '', reply }: Pick<Partial<NotificationClick>, 'action' | 'reply'> = {},
  { pages = [], ...changes }: Partial<PushWorkerDeps> & { pages?: FakePage[] } = {},
) {
  const scope = createFakePushScope(...pages)
  const { deps, stored, counts } = createFakePushDeps(scope, changes)
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  await handleNotificationClick(deps, { action, reply, notification: { data, close } })
  expect(isClosed).toBe(true)
  return { scope, stored, counts }
}

describe('a click', () => {
  it('opens the path in a new window', async () => {
    expect((await click(aPush())).scope.openedUrls).toEqual(['/chat/kofi'])
  })

  it('opens the path in a page that is open', async () => {
    const [hidden, visible] = [createFakePage('/alert', { isVisible: false }), createFakePage('/home')]
    const { scope } = await click(aPush(), {}, { pages: [hidden, visible] })
    expect(visible).toMatchObject({ isFocused: true, navigatedTo: [] })
    expect(visible.messages).toEqual([{ type: 'open-path', path: '/chat/kofi' }])
    expect(hidden.messages).toEqual([])
    expect(scope.openedUrls).toEqual([])
  })

  it('loads the path in a page that does not respond', async () => {
    const page = createFakePage('/home', { isSilent: true })
    await click(aPush(), {}, { pages: [page] })
    expect(page.navigatedTo).toEqual(['/chat/kofi'])
  })

  it.each([
    undefined,
    { version: 2 },
    aPush({ path: 'javascript:alert(1)' }),
    aPush({ path: 'https://evil.example/' }),
  ])('opens the alerts if the data is %j', async (data) => {
    expect((await click(data)).scope.openedUrls).toEqual(['/alert'])
  })
})

describe('Reply', () => {
  it('sends the message through the outbox, and marks the conversation as read', async () => {
    const { stored, counts, scope } = await click(aPush(), { action: 'reply', reply: '  I saw it!  ' })
    expect(stored).toEqual([{ kind: 'message', recipientId: KOFI_ID, text: 'I saw it!' }, readMessages])
    expect(counts).toEqual({ drains: 1, badgeUpdates: 1 })
    expect(scope.openedUrls).toEqual([])
  })

  it('to a comment is a comment', async () => {
    const { stored } = await click(aComment, { action: 'reply', reply: 'Thank you' })
    expect(stored).toEqual([{ kind: 'comment', postId: POST_ID, text: 'Thank you' }, readAlert])
  })

  it('to an alert of a comment is a reply to that comment', async () => {
    const commentId = '01890000-0000-7000-8000-0000000000c1'
    const { stored } = await click({ ...aComment, commentId }, { action: 'reply', reply: 'Thank you' })
    expect(stored).toEqual([{ kind: 'comment', postId: POST_ID, parentId: commentId, text: 'Thank you' }, readAlert])
  })

  it.each([undefined, '', '   '])('opens the conversation if %j was written', async (reply) => {
    const { stored, scope } = await click(aPush(), { action: 'reply', reply })
    expect(stored).toEqual([])
    expect(scope.openedUrls).toEqual(['/chat/kofi'])
  })

  it('shows what was written again if it cannot be stored', async () => {
    const add = async () => Promise.reject(new Error('no storage'))
    const outbox = { add, drain: async () => undefined }
    const { scope } = await click(aPush(), { action: 'reply', reply: 'I saw it!' }, { outbox })
    expect(scope.shown).toMatchObject([{ title: "Your reply couldn't be sent", body: 'I saw it!' }])
  })

  it('of a member who is no longer signed in opens the app', async () => {
    const { stored, scope } = await click(
      aPush(),
      { action: 'reply', reply: 'I saw it!' },
      { readMemberId: async () => KOFI_ID },
    )
    expect(stored).toEqual([])
    expect(scope.openedUrls).toEqual(['/chat/kofi'])
  })
})

it('Like likes the post', async () => {
  expect((await click(aComment, { action: 'like' })).stored).toEqual([{ kind: 'like', postId: POST_ID }, readAlert])
})

it('Mark as read reads the conversation up to the message, or the notification', async () => {
  expect((await click(aPush(), { action: 'mark-read' })).stored).toEqual([readMessages])
  expect((await click(aComment, { action: 'mark-read' })).stored).toEqual([readAlert])
})
