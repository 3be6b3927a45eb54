import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { killProcesses } from '@meadow/testing/process-tree'
import { type Stack, startStack, startStackWithCommunity } from '@meadow/testing/stack'
import { expect, test } from '../src/fixtures.ts'
import { RESTART_LINES } from '../src/injected-faults.ts'
import { openWindow } from '../src/pages/browser-window.ts'
import { waitForHome } from '../src/pages/member-actions.ts'

test.setTimeout(300_000)

const demoAccountButton = /^Sign in as /

test.describe('a new installation whose demo community is interrupted in both stages', () => {
  test.describe.configure({ mode: 'serial' })
  let stack: Stack
  let kills = 0
  test.beforeAll(async () => {
    const killAt = [/of 40 posts/, /[2-9]\d+ of 300 posts|of 58 conversations/]
    stack = await startStackWithCommunity((line, { pidOf }) => {
      const pid = killAt[kills]?.test(line) && pidOf('community')
      if (!pid) return
      kills += 1
      killProcesses([pid])
    })
  })
  test.afterAll(async () => stack?.stopWithCleanLogs('the product whose demo community was interrupted', RESTART_LINES))

  test('offers no demo accounts before its first stage is complete', async () => {
    expect(kills).toBe(1)
    expect(await countDemoAccounts(stack)).toBe(0)
  })

  test('offers them as soon as the first stage is complete', async () => {
    await stack.stop()
    await stack.start()
    expect(await countDemoAccounts(stack)).toBe(4)
    await stack.waitForCommunity()
    expect(kills).toBe(2)
  })

  test('continues at the next start, and creates nothing twice', async () => {
    await stack.stop()
    await stack.start()
    await stack.waitForCommunity()
    const calls = createApiClient(stack.url)
    const kofi = await signInDemoAccount(calls, 'kofi') // who blocks and mutes nobody
    const posts = await allOf<Post>(calls, kofi, '/posts?scope=all&limit=50', 'posts')
    const QUOTES = 4 // shares with a comment, one of them by a link; others are shown as the posts that they share
    expect(posts).toHaveLength(301 + QUOTES) // one of them is reported, and waits for moderators
    expect(new Set(posts.map(({ content }) => content)).size).toBe(301 + QUOTES)
    expect(posts.flatMap(({ video }) => video ?? [])).toEqual([
      expect.objectContaining({ captions: expect.stringContaining('.vtt') }),
    ])
    for (const { _id, commentsCount } of posts.slice(-150, -130)) {
      const comments = await allOf<Comment>(calls, kofi, `/posts/${_id}/comments?limit=50`, 'comments')
      expect(comments.reduce((sum, { repliesCount = 0 }) => sum + 1 + repliesCount, 0)).toBe(commentsCount)
      const texts = comments.flatMap(({ text, replies = [] }) => [text, ...replies.map((reply) => reply.text)])
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  test('lets visitors sign in as a demo account', async ({ browser }) => {
    const { page } = await openWindow(browser, stack.url)
    await page.goto('/')
    await expect(page.getByRole('button', { name: demoAccountButton })).toHaveCount(4)
    await page.getByRole('button', { name: 'Sign in as Mara Lindqvist' }).click()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)

    await page.getByRole('article').nth(2).waitFor()
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: /^Alerts.*\d/ }).click()
    await page
      .getByText(/started following you/)
      .first()
      .waitFor()
    await bar.getByRole('link', { name: /^Inbox.*\d/ }).click()
    const conversations = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await conversations.getByRole('link', { name: 'Kofi Mensah' }).click()
    await page.getByText('See you at the barn at six then').last().waitFor()
    await page.context().close() // its socket would connect while the product of the next test starts
  })

  test('creates it only once', async () => {
    const readJournal = () => readFile(join(stack.dataDir, 'community.jsonl'), 'utf8')
    const before = await readJournal()
    await stack.stop()
    await stack.start()
    expect(await readJournal()).toBe(before)
    expect(await countDemoAccounts(stack)).toBe(4)
  })
})

test('has no demo community with --empty', async ({ browser }) => {
  const stack = await startStack()
  await using _ = { [Symbol.asyncDispose]: () => stack.stopWithCleanLogs('the product without a community') }
  const { page } = await openWindow(browser, stack.url)
  const response = page.waitForResponse('**/api/auth/demo-accounts')
  await page.goto('/')
  expect(await (await response).json()).toEqual({ accounts: [] })
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect(page.getByRole('button', { name: demoAccountButton })).toHaveCount(0)
})

/** Counts the demo accounts that the installation offers. */
async function countDemoAccounts({ url }: Stack): Promise<number> {
  return (await createApiClient(url).call<{ accounts: object[] }>('/auth/demo-accounts')).accounts.length
}

type Post = { _id: string; content: string; commentsCount: number; video?: { captions: string | null } }
type Comment = { text: string; repliesCount?: number; replies?: Comment[] }

/** Reads all pages of a list, which is the field `name` of each response. */
async function allOf<T>({ call }: ApiClient, by: ApiMember, path: string, name: string): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    type Page = Record<string, T[]> & { nextCursor: string | null }
    const page: Page = await call<Page>(`${path}${cursor && `&cursor=${cursor}`}`, { by })
    items.push(...(page[name] ?? []))
    cursor = page.nextCursor
  }
  return items
}
