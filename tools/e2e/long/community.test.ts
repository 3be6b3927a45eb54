import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { openBrowser } from '@meadow/testing/browser'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { killProcesses } from '@meadow/testing/process-tree'
import { type Stack, startStack, startStackWithCommunity } from '@meadow/testing/stack'
import type { Browser } from 'playwright-core'
import { openWindow } from '../src/pages/browser-window.ts'
import { waitForHome } from '../src/pages/member-actions.ts'

const PATIENCE = 300_000

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const offered = /^Sign in as /

describe('a new installation whose filling is killed in its middle', () => {
  let stack: Stack
  let kills = 0
  beforeAll(async () => {
    stack = await startStackWithCommunity((line, { pidOf }) => {
      const filling = /1\d\d of 300 posts/.test(line) && pidOf('community')
      if (filling && kills++ === 0) killProcesses([filling])
    })
  }, PATIENCE)
  afterAll(async () => stack?.[Symbol.asyncDispose]())

  it('offers nobody yet', async () => {
    expect(kills).toBe(1)
    expect(await offeredBy(stack)).toBe(0)
  })

  it(
    'goes on at the next start, and does nothing twice',
    async () => {
      await stack.stop()
      await stack.start()
      const calls = createApiClient(stack.url)
      const mara = await signInDemoAccount(calls, 'mara')
      const posts = await allOf<Post>(calls, mara, '/posts?scope=all&limit=50', 'posts')
      expect(posts).toHaveLength(300)
      expect(new Set(posts.map(({ content }) => content)).size).toBe(300)
      for (const { _id, commentsCount } of posts.slice(-150, -130)) {
        const comments = await allOf<Comment>(calls, mara, `/posts/${_id}/comments?limit=50`, 'comments')
        expect(comments).toHaveLength(commentsCount)
        expect(new Set(comments.map(({ text }) => text)).size).toBe(commentsCount)
      }
    },
    PATIENCE,
  )

  it('lets one look around as three of its members', async () => {
    const { page } = await openWindow(browser, stack.url)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in as Mara Lindqvist' }).waitFor()
    expect(await page.getByRole('button', { name: offered }).count()).toBe(3)
    await page.getByRole('button', { name: 'Sign in as Mara Lindqvist' }).click()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)

    await page.getByRole('article').nth(4).waitFor()
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: /^Alerts.*\d/ }).click()
    await page
      .getByText(/started following you/)
      .first()
      .waitFor()
    await bar.getByRole('link', { name: /^Inbox.*\d/ }).click()
    const talks = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await talks.getByRole('link', { name: 'Kofi Mensah' }).click()
    await page.getByText('See you at the barn at six then').last().waitFor()
  })

  it(
    'is filled once',
    async () => {
      const notes = () => readFile(join(stack.dataDir, 'community.jsonl'), 'utf8')
      const before = await notes()
      await stack.stop()
      await stack.start()
      expect(await notes()).toBe(before)
      expect(await offeredBy(stack)).toBe(3)
    },
    PATIENCE,
  )
})

it(
  'begins with nobody when asked to',
  async () => {
    await using stack = await startStack()
    const { page } = await openWindow(browser, stack.url)
    const answered = page.waitForResponse('**/api/auth/demo-accounts')
    await page.goto('/')
    expect(await (await answered).json()).toEqual({ accounts: [] })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: offered }).count()).toBe(0)
  },
  PATIENCE,
)

/** How many accounts the installation offers to look around as. */
async function offeredBy({ url }: Stack): Promise<number> {
  return (await createApiClient(url).call<{ accounts: object[] }>('/auth/demo-accounts')).accounts.length
}

type Post = { _id: string; content: string; commentsCount: number }
type Comment = { text: string }

/** All pages of a list, which is called `name` in its answers. */
async function allOf<T>({ call }: ApiClient, by: ApiMember, path: string, name: string): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    type Answer = Record<string, T[]> & { nextCursor: string | null }
    const answer: Answer = await call<Answer>(`${path}${cursor && `&cursor=${cursor}`}`, { by })
    found.push(...(answer[name] ?? []))
    cursor = answer.nextCursor
  }
  return found
}
