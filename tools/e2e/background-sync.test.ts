import type { CommentView, MessageView, PostView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { readDeviceMember, readWaitingKinds } from './src/pages/device-storage.ts'
import { waitForHome } from './src/pages/member-actions.ts'
import { waitForReleases } from './src/pages/service-worker.ts'
import { openWorkerRegistration } from './src/pages/worker-registration.ts'

test.use({ trace: 'off' }) // the browser ends while a trace begins beside a service worker
test.afterAll(({ product }) => product.closeWindows())

test('Background Sync sends what was done offline, once, while no page is open', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  await calls.makeMutualFollowers(ada, ben)
  const { _id: postId } = await calls.call<PostView>('/posts', { by: ben, body: { content: 'The first swallows' } })
  const readArrived = async () => {
    const { messages } = await calls.call<{ messages: MessageView[] }>(`/messages/${ada._id}`, { by: ben })
    const { comments } = await calls.call<{ comments: CommentView[] }>(`/posts/${postId}/comments`, { by: ben })
    const { likesCount } = await calls.call<PostView>(`/posts/${postId}`, { by: ben })
    return {
      messages: messages.map(({ content }) => content),
      comments: comments.map(({ text }) => text),
      likesCount,
    }
  }

  const { page } = await product.openSignedIn(ada.account, { serviceWorkers: 'allow' })
  const context = page.context()
  await context.addInitScript(rememberTag)
  await waitForReleases(page)
  await expect.poll(() => readDeviceMember(page)).toBe(ada._id)
  await page.goto(`/chat/${ben.account.username}`)
  const chat = createChatPage(page)
  await chat.field.waitFor()
  const postPage = await context.newPage()
  await postPage.goto(`/post/${postId}`)
  await postPage.getByLabel('Write a comment').waitFor()

  await context.setOffline(true)
  for (const text of ['First', 'Second']) {
    await chat.send(text)
    await chat.message(text).getByText('· Waiting for the network').waitFor()
  }
  await postPage.getByRole('button', { name: 'Like', exact: true }).click()
  await postPage.getByLabel('Write a comment').fill('Here too')
  await postPage.getByLabel('Write a comment').press('Enter')
  await expect.poll(() => readWaitingKinds(page)).toEqual(['comment', 'like', 'message', 'message'])
  const readTag = () => page.evaluate((): string | undefined => Reflect.get(globalThis, 'registeredTag'))
  await expect.poll(readTag).toBeDefined()
  const tag = (await readTag()) ?? ''
  await page.close()
  await postPage.close()
  expect(await readArrived()).toEqual({ messages: [], comments: [], likesCount: 0 })

  await context.setOffline(false)
  const emptyPage = await context.newPage()
  const { session, origin, registrationId } = await openWorkerRegistration(emptyPage, new URL(product.stack.url).origin)
  const dispatchSync = () =>
    session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
  await Promise.all([dispatchSync(), dispatchSync()])
  const sent = { messages: ['First', 'Second'], comments: ['Here too'], likesCount: 1 }
  await expect.poll(readArrived).toEqual(sent)

  await emptyPage.goto('/home')
  await waitForHome(emptyPage)
  await expect.poll(() => readWaitingKinds(emptyPage)).toEqual([])
  expect(await readArrived()).toEqual(sent)
})

/** Runs in the page: the browser of the tests has no Background Sync, so this remembers what the page asks for. */
function rememberTag(): void {
  const { prototype } = Reflect.get(globalThis, 'SyncManager') as { prototype: object }
  Object.assign(prototype, {
    async register(tag: string) {
      Object.assign(globalThis, { registeredTag: tag })
    },
  })
}
