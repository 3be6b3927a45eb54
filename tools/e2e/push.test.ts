import type { MessageView, PostView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { readDeviceMember } from './src/pages/device-storage.ts'
import { signIn } from './src/pages/member-actions.ts'
import { listNotificationsInsteadOfShowing, openPushDelivery, type PushDelivery } from './src/pages/push-delivery.ts'
import { waitForReleases } from './src/pages/service-worker.ts'

test.use({ trace: 'off' }) // the browser ends while a trace begins beside a service worker

test.describe('pushes in the real service worker', () => {
  test.describe.configure({ mode: 'serial' })

  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let page: Page
  let push: PushDelivery
  let message: MessageView
  let post: PostView

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    ben = await calls.register('Ben Reed')
    await calls.makeMutualFollowers(ada, ben)
    message = (
      await calls.call<{ message: MessageView }>('/messages', {
        by: ben,
        body: { recipientId: ada._id, content: 'The heron is back' },
      })
    ).message
    post = await calls.call<PostView>('/posts', { by: ben, body: { content: 'A post to like' } })
    ;({ page } = await product.open({ serviceWorkers: 'allow' }))
    await listNotificationsInsteadOfShowing(page.context())
    await signIn(page, ada.account)
    await waitForReleases(page)
    await expect.poll(() => readDeviceMember(page)).toBe(ada._id)
    push = await openPushDelivery(page)
  })
  test.afterAll(({ product }) => product.closeWindows())

  const aPush = (changes: object = {}) => ({
    version: 1,
    type: 'message',
    memberId: ada._id,
    at: new Date().toISOString(),
    tag: `message ${ben._id}`,
    title: 'Ben Reed',
    body: 'sent you a message',
    path: `/chat/${ben.account.username}`,
    icon: '',
    id: message._id,
    userId: ben._id,
    postId: null,
    hideText: false,
    actions: ['reply', 'mark-read'],
    ...changes,
  })
  const aClosePush = (tag: string) => ({
    version: 1,
    type: 'close',
    memberId: ada._id,
    at: new Date().toISOString(),
    tags: [tag],
  })
  /** Delivers a push, and waits until the notifications are as expected. */
  const deliver = async (payload: unknown, expected: Record<string, unknown>[]) => {
    await push.deliver(payload)
    await expect.poll(push.listShown).toEqual(expected.map((shown) => expect.objectContaining(shown)))
  }
  const readUnread = async () =>
    (await calls.call<{ count: number }>('/messages/unread-count/total', { by: ada })).count
  const readTexts = async () =>
    (await calls.call<{ messages: MessageView[] }>(`/messages/${ada._id}`, { by: ben })).messages.map(
      ({ content }) => content,
    )

  test('a message shows its text, which the worker fetches', async () => {
    await deliver(aPush(), [
      { title: 'Ben Reed', body: 'The heron is back', tag: `message ${ben._id}`, actions: ['reply', 'mark-read'] },
    ])
  })

  test('Reply arrives as a message, and reads the conversation', async () => {
    expect(await readUnread()).toBe(1)
    await push.click('reply', 'I saw it too')
    await expect.poll(readTexts).toEqual(['The heron is back', 'I saw it too'])
    await expect.poll(readUnread).toBe(0)
    await expect.poll(push.listShown).toEqual([])
  })

  test('Like likes the post', async () => {
    const path = `/post/${post._id}`
    const mention = { type: 'mention', tag: `post ${post._id}`, path, postId: post._id, actions: ['like'] }
    await deliver(aPush(mention), [{ tag: mention.tag, actions: ['like'] }])
    await push.click('like')
    await expect.poll(async () => (await calls.call<PostView>(`/posts/${post._id}`, { by: ben })).likesCount).toBe(1)
  })

  test('Mark as read reads the conversation', async () => {
    const { message: next } = await calls.call<{ message: MessageView }>('/messages', {
      by: ben,
      body: { recipientId: ada._id, content: 'And again' },
    })
    await deliver(aPush({ id: next._id, hideText: true }), [{ body: 'sent you a message' }])
    await push.click('mark-read')
    await expect.poll(readUnread).toBe(0)
  })

  test('what was read elsewhere is closed', async () => {
    await deliver(aPush(), [{ title: 'Ben Reed' }])
    await deliver(aClosePush(aPush().tag), [])
  })

  test('unknown and hostile data is a plain notification, and data for another member none', async () => {
    await push.deliver(aPush({ memberId: ben._id }))
    for (const payload of ['not json', aPush({ version: 2 }), aPush({ path: 'javascript:alert(1)' })]) {
      await deliver(aClosePush('unknown'), []) // so that each payload has to show it again
      await deliver(payload, [{ title: 'Something new on Meadow', body: 'Open Meadow to see it.', actions: [] }])
    }
  })

  test('a click opens the path in the open page, without a reload', async () => {
    await push.click() // the plain notification
    await expect(page).toHaveURL(/\/alert$/)
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await deliver(aPush(), [{ title: 'Ben Reed' }])
    await push.click()
    await expect(page).toHaveURL(new RegExp(`/chat/${ben.account.username}$`))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true)
  })

  test('a visible page that shows the conversation gets no notification', async () => {
    await page.getByRole('log').waitFor()
    await push.deliver(aPush())
    await deliver(aPush({ type: 'test', tag: 'test', path: '/settings/notifications' }), [{ tag: 'test' }])
  })
})
