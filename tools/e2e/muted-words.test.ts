import type { PostView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost, reloadUntilVisible } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'

test.afterEach(({ product }) => product.closeWindows())

/** Registers two members. The first follows so many that their feed has no posts of anybody else. */
async function registerReaderAndAuthor(calls: ApiClient): Promise<[ApiMember, ApiMember]> {
  const [reader, ...followed] = await Promise.all(
    ['Ada Moss', 'Ben Reed', 'Cleo Sand', 'Dora Vale', 'Emil Wood', 'Finn Yew'].map((name) => calls.register(name)),
  )
  const [author] = followed
  if (!reader || !author) throw new Error('unreachable')
  for (const member of followed) await calls.follow(reader, member)
  return [reader, author]
}

test('a muted word leaves posts out, folds comments, and is taken back in the settings', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = await registerReaderAndAuthor(calls)
  const word = `finale${ben.account.username.replaceAll(/[^a-z0-9]/g, '')}`
  const [bens, adas] = [`The ${word} is on tonight`, `Bread of ${ada.account.username}`]
  const other = `Rain of ${ben.account.username}`
  for (const content of [bens, other]) await calls.call<PostView>('/posts', { by: ben, body: { content } })
  const post = await calls.call<PostView>('/posts', { by: ada, body: { content: adas } })
  const text = `I have seen the ${word.toUpperCase()}!`
  await calls.call(`/posts/${post._id}/comments`, { by: ben, body: { text } })
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/home')
  await reloadUntilVisible(page, findPost(page, bens))

  await page.goto('/settings/muted-words')
  await page.getByLabel('Word or phrase').fill(word)
  await page.getByLabel('For how long').selectOption('7 days')
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByRole('heading', { name: word })).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await page.goto(`/post/${post._id}`)
  await reloadUntilVisible(page, page.getByText('Hidden by your muted words.'))
  await expect(page.getByText(text)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the comment by Ben Reed' }).press('Enter')
  await expect(page.getByText(text)).toBeVisible()
  await page.goto('/home')
  await expect(findPost(page, other)).toBeVisible()
  await expect(findPost(page, bens)).toHaveCount(0)
  await expect(page.getByText(text)).toHaveCount(0)

  expect(problems).toEqual([])

  await page.goto('/settings/muted-words')
  await disconnect(page.context())
  await page.getByRole('button', { name: `Remove “${word}”` }).click()
  await expect(page.getByText("You haven't muted any words.")).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(1)
  await reconnect(page.context())
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await page.goto('/home')
  await reloadUntilVisible(page, findPost(page, bens))
})

test('a muted thread and a muted tag leave the feed, and come back by Undo and in the settings', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = await registerReaderAndAuthor(calls)
  const tag = `moss${ben.account.username.replaceAll(/[^a-z0-9]/g, '')}`
  const [thread, tagged] = [`The oven of ${ben.account.username}`, `Green everywhere #${tag}`]
  const other = `Rain of ${ben.account.username}`
  for (const content of [thread, tagged, other]) await calls.call<PostView>('/posts', { by: ben, body: { content } })
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/home')
  await reloadUntilVisible(page, findPost(page, thread))
  const muteThread = async () => {
    await findPost(page, thread).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mute this thread' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '1 day' }).click()
    await expect(findPost(page, thread)).toHaveCount(0)
  }
  await muteThread()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(findPost(page, thread)).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await muteThread()
  await expect.poll(() => countStoredEntries(page)).toBe(0)

  await page.goto(`/tag/${tag}`)
  await page.getByRole('button', { name: `Mute #${tag}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Until I unmute it' }).click()
  await expect(page.getByText('You mute this tag.')).toBeVisible()
  await expect(findPost(page, tagged)).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await page.goto('/home')
  await expect(findPost(page, other)).toBeVisible()
  for (const content of [thread, tagged]) await expect(findPost(page, content)).toHaveCount(0)

  await page.goto('/settings/muted-words')
  await page.getByRole('button', { name: 'Unmute the thread of Ben Reed' }).click()
  await page.getByRole('button', { name: `Unmute #${tag}` }).click()
  await expect(page.getByText("You haven't muted any tags.")).toBeVisible()
  await expect.poll(() => countStoredEntries(page)).toBe(0)
  await page.goto('/home')
  for (const content of [thread, tagged]) await expect(findPost(page, content)).toBeVisible()
  expect(problems).toEqual([])
})
