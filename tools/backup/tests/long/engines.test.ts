import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { createApiClient } from '@meadow/testing/api-client'
import { type OwnServer, onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { createSampleCommunity } from '@meadow/testing/sample-community'
import { startConfiguredStack } from '@meadow/testing/stack'
import { openTestFolder } from '../fixtures.ts'

const TAKES_MS = 900_000
const ENGINES = ['kafka', 'mongodb', 'versitygw'] as const
const openers = await Promise.all(ENGINES.map((engine) => onOwnEngine(engine, () => engine)))
const areAvailable = openers.every((opener) => Object.values(opener).every(Boolean))

type Servers = { bus: OwnServer; documents: OwnServer; files: OwnServer }

/** The variables of one installation in engines that two share. */
const toVariables = ({ bus, documents, files }: Servers, name: string): Record<string, string> => ({
  RATE_LIMITS: 'off',
  BUS_URL: `kafka://127.0.0.1:${bus.port}/${name}?replicationFactor=1`,
  POSTS_STORE_URL: `mongodb://127.0.0.1:${documents.port}/${name}_posts?directConnection=true`,
  CHAT_STORE_URL: `mongodb://127.0.0.1:${documents.port}/${name}_chat?directConnection=true`,
  POSTS_MEDIA_URL: (files.variables['MEDIA_URL'] ?? '').replace(/[^/]+$/, `${name}-posts`),
  CHAT_MEDIA_URL: (files.variables['MEDIA_URL'] ?? '').replace(/[^/]+$/, `${name}-chat`),
})

const run = (command: 'backup' | 'restore', args: string[], variables: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `../../src/${command}-main.ts`), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
  })

type Session = { token: string; user: { _id: string } }
type Profile = { user: { postCount: number; followerCount: number } }

/** Reads the sample community as a member sees it. */
async function readCommunity(
  url: string,
  { postId, account }: { postId: string; account: { email: string; password: string } },
) {
  const { call } = createApiClient(url)
  const by = await call<Session>('/auth/login', { body: account })
  const post = await call<{ image: string; likesCount: number; commentsCount: number }>(`/posts/${postId}`, { by })
  const picture = await fetch(new URL(post.image, url))
  const { user } = await call<Profile>(`/auth/profile/${by.user._id}`, { by })
  const unread = await call<{ count: number }>('/messages/unread-count/total', { by })
  return {
    likes: post.likesCount,
    comments: post.commentsCount,
    pictureBytes: (await picture.arrayBuffer()).byteLength,
    pictureStatus: picture.status,
    profile: [user.postCount, user.followerCount],
    unreadMessages: unread.count,
  }
}

const onEngines = areAvailable ? describe : describe.skip

onEngines('an installation on Kafka, MongoDB and S3 (versitygw)', () => {
  it(
    'is backed up while it runs, and restored into other parts of the engines',
    async () => {
      await using bus = await startOwnServer('kafka')
      await using documents = await startOwnServer('mongodb')
      await using files = await startOwnServer('versitygw')
      await using folder = await openTestFolder()
      const backup = join(folder.path, 'backup')
      const [lost, found] = ['lost', 'found'].map((name) => toVariables({ bus, documents, files }, name))
      await using stack = await startConfiguredStack({ environment: lost ?? {} })
      const { viewer, postId } = await createSampleCommunity(stack.url)
      const sample = { postId, account: { email: viewer.email, password: viewer.password } }
      await run('backup', [backup, '--data', stack.dataDir], lost ?? {})
      const before = await readCommunity(stack.url, sample)
      await stack.stop()

      const data = join(folder.path, 'data')
      await run('restore', [backup, '--data', data], found ?? {})
      await using restored = await startConfiguredStack({ dataDir: data, environment: found ?? {} })
      await eventually(async () => expect(await readCommunity(restored.url, sample)).toEqual(before))
      expect(before).toMatchObject({ likes: 3, comments: 4, pictureStatus: 200 })
    },
    TAKES_MS,
  )
})
