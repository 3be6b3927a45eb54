import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import type { MessageView, PostView, ProfileView } from '@meadow/contracts'
import { describeOnEachEngine, eventually } from '@meadow/testing'
import { createApiClient } from '@meadow/testing/api-client'
import { onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import type { SampleCommunity } from '@meadow/testing/sample-community'
import { startConfiguredStack } from '@meadow/testing/stack'
import { openTestFolder } from '../fixtures.ts'

/**
 * Backups of a small installation of 27 November 2026, before the stores shared the rules of what they write. Each archive has
 * the `backup` and `members.json`: two members with their passwords, the post that they saw, and one that was deleted. It is
 * never made anew: each later version must read it.
 */
const ARCHIVES = join(import.meta.dirname, '../earlier-version')
const RESTORE = join(import.meta.dirname, '../../src/restore-main.ts')

type Kept = Pick<SampleCommunity, 'viewer' | 'postId'> & { partner: SampleCommunity['viewer']; deleted: string }

/** Restores a kept backup into an installation, and starts this version of the product on it. */
async function startKept(store: 'postgresql' | 'mongodb', environment: Record<string, string>) {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(await openTestFolder())
  await promisify(execFile)('tar', ['-xzf', join(ARCHIVES, `${store}.tar.gz`), '-C', path])
  const data = join(path, 'data')
  const env = { ...process.env, NODE_OPTIONS: '', ...environment }
  await promisify(execFile)(process.execPath, [RESTORE, join(path, 'backup'), '--data', data], { env })
  const stack = opening.use(await startConfiguredStack({ dataDir: data, environment }))
  const kept: Kept = JSON.parse(await readFile(join(path, 'members.json'), 'utf8'))
  const opened = opening.move()
  return { stack, kept, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

type SignInResponse = { token: string; user: { _id: string } }

/** Signs in as a kept member. Returns what the member sees of the post, the partner and their conversation, and can do. */
async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const { call } = createApiClient(url)
  const { user, token } = await call<SignInResponse>('/auth/login', { body: { email, password } })
  const by = { token }
  return {
    id: user._id,
    readPost: (id: string) => call<PostView>(`/posts/${id}`, { by }),
    readHome: async () => (await call<{ posts: PostView[] }>('/posts', { by })).posts.map(({ content }) => content),
    readProfile: async (id: string) => (await call<{ user: ProfileView }>(`/auth/profile/${id}`, { by })).user,
    readMessages: async (id: string) => (await call<{ messages: MessageView[] }>(`/messages/${id}`, { by })).messages,
    unlike: (id: string) => call(`/posts/${id}/like`, { by, body: { state: false } }),
    comment: (id: string, text: string) => call(`/posts/${id}/comments`, { by, body: { text } }),
    reply: (recipientId: string, content: string, replyTo: string | undefined) =>
      call('/messages', { by, body: { recipientId, content, replyTo } }),
    markRead: (id: string) => call(`/messages/conversations/${id}/read`, { by, method: 'PUT' }),
  }
}

/** Reads what the members of the kept installation had, and goes on from there. */
async function goOn(url: string, { viewer, partner, postId, deleted }: Kept): Promise<void> {
  const [wren, mara] = [await signIn(url, viewer), await signIn(url, partner)]
  const post = await wren.readPost(postId)
  expect(post).toMatchObject({ likesCount: 3, commentsCount: 4, viewerLiked: true })
  expect((await fetch(new URL(post.image, url))).status).toBe(200)
  await expect(wren.readPost(deleted)).rejects.toThrow('404')
  expect(await wren.readHome()).toEqual([
    'First seedlings are out. Nobody told me how small a leek begins.',
    'Took the long way home. It was worth every step, and the dog agrees.',
    'Does anybody know a good way to keep slugs away from young lettuce? Asking for a friend with a garden.',
  ])
  expect(await wren.readProfile(mara.id)).toMatchObject({ followerCount: 1, postCount: 1, location: 'Varmland' })
  const messages = await wren.readMessages(mara.id)
  const edited = messages.find(({ content }) => content === 'See you at seven')
  expect(edited).toMatchObject({ edited: true, reactions: [{ emoji: '🌱' }] })
  expect(messages.find(({ deletedAt }) => deletedAt)).toMatchObject({ content: '' })
  expect(messages.at(-1)).toMatchObject({ content: 'Bring the map', replyTo: { content: 'See you at seven' } })

  await wren.unlike(postId)
  await wren.comment(postId, 'Back again.')
  await wren.reply(mara.id, 'Still here?', edited?._id)
  await mara.markRead(wren.id)
  expect(await mara.readPost(postId)).toMatchObject({ likesCount: 2, commentsCount: 5, viewerLiked: false })
  const last = { content: 'Still here?', status: 'read', replyTo: { content: 'See you at seven' } }
  await eventually(async () => expect((await wren.readMessages(mara.id)).at(-1)).toMatchObject(last))
}

describe('an installation of an earlier version', () => {
  it('goes on in PostgreSQL', async () => {
    await using product = await startKept('postgresql', {})
    await goOn(product.stack.url, product.kept)
    await product.stack.stopWithCleanLogs('the kept installation')
  })
})

const engines = await onOwnEngine('mongodb', () => startOwnServer('mongodb'))

describeOnEachEngine(engines, (start) => {
  it('goes on with posts and chat in MongoDB', async () => {
    await using server = await start()
    const toUrl = (name: string) => `mongodb://127.0.0.1:${server.port}/${name}?directConnection=true`
    const stores = { POSTS_STORE_URL: toUrl('kept_posts'), CHAT_STORE_URL: toUrl('kept_chat') }
    await using product = await startKept('mongodb', stores)
    await goOn(product.stack.url, product.kept)
    await product.stack.stopWithCleanLogs('the kept installation')
  })
})
