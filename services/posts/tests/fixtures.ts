import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Actor, CommentView, MediaView, PostView } from '@meadow/contracts'
import { openPreviewFetcher } from '@meadow/link-preview'
import { type MediaStore, openMediaStore, openPictureEncoder } from '@meadow/media'
import { createTestPicture } from '@meadow/media/testing'
import { createThrottle, createUploadLimits, newRandomName, unlimitedThrottle } from '@meadow/service'
import { alice, bob, carol, type TestMember } from '@meadow/testing'
import { createTestClock, openServiceHarness } from '@meadow/testing/service'
import { openVideoEncoder, type VideoEncoder } from '@meadow/voice'
import { createPublishingLimits } from '../src/config.ts'
import { postsEventHandlers } from '../src/event-handlers.ts'
import { createPostsService } from '../src/service.ts'
import { type PostsTestStore, postsTestStores } from './store-fixtures.ts'

export const toTestActor = ({ _id, username, fullName, avatar }: TestMember): Actor => ({
  _id,
  username,
  fullName,
  avatar,
  profileVersion: 0,
})

const NOON = new Date('2026-03-01T12:00:00Z')

export type PostsTestOptions = {
  openStore?: () => Promise<PostsTestStore>
  /** Replaces functions of the media store, to make them fail. */
  wrapMediaStore?: (files: MediaStore) => MediaStore
  urls?: Partial<Record<'bus' | 'state', string>>
  /** The limits per member and hour. @default unlimited */
  limitsPerHour?: Partial<Record<'posts' | 'comments' | 'edits' | 'uploads' | 'megabytes', number>>
  /** The limits of the first day of an account. They need `limitsPerHour`. */
  newMemberLimits?: { posts: number; comments: number }
  /** @default false */
  allowsGuests?: boolean
  /** Sites on this machine whose links get previews. @default previews are off */
  previewedHosts?: readonly string[]
  /** @default one in a process of its own */
  videoEncoder?: VideoEncoder
}

/**
 * Opens the whole service in this process, not started, so that its events stay in the outbox. It knows Alice, Bob and
 * Carol. Its clock advances by a second with each reading. With limits it begins at noon and advances by a millisecond: a test stays
 * within one hour.
 */
export async function openPosts(options: PostsTestOptions = {}) {
  const { openStore = postsTestStores.open, wrapMediaStore = (files) => files, urls, limitsPerHour } = options
  const folder = await mkdtemp(join(tmpdir(), 'meadow-posts-'))
  const files = wrapMediaStore(await openMediaStore(pathToFileURL(folder).href))
  const encoder = openPictureEncoder()
  const previewFetcher = options.previewedHosts && openPreviewFetcher({ allowedHosts: options.previewedHosts })
  const harness = await openServiceHarness({
    store: await openStore(),
    handlers: postsEventHandlers,
    now: createTestClock({ startsAt: limitsPerHour ? NOON : new Date(), stepMs: limitsPerHour ? 1 : 1_000 }).now,
    ...(urls && { urls }),
    createService: (deps) =>
      createPostsService({
        ...deps,
        files,
        allowsGuests: options.allowsGuests,
        throttle: limitsPerHour ? createThrottle(deps) : unlimitedThrottle,
        limits: createPublishingLimits({ posts: 1, comments: 1, edits: 1, ...limitsPerHour }),
        newMemberLimits: options.newMemberLimits,
        uploadLimits: createUploadLimits('posts', {
          uploads: 100,
          megabytes: 1_000,
          ...limitsPerHour,
        }),
        encoder,
        videoEncoder: options.videoEncoder ?? openVideoEncoder(),
        previewFetcher,
        newRandomName,
      }),
  })
  const { service, store, relations, as } = harness
  for (const member of [alice, bob, carol]) await relations.addMember(member)

  return {
    ...harness,
    ...relations,
    app: service.app,
    encoder,
    ports: store.ports,
    members: store.members,
    inspect: store.inspect,
    async addPost({ by, content = 'A post', image }: { by: TestMember; content?: string; image?: string }) {
      const response = await as(by).post('/posts').send({ content, image })
      return response.body as PostView
    },
    async addComment(post: PostView, by: TestMember, text = 'Lovely!') {
      const response = await as(by).post(`/posts/${post._id}/comments`).send({ text })
      return response.body.comment as CommentView
    },
    async uploadPicture(by: TestMember, purpose = 'post') {
      const upload = as(by).post('/media').field('purpose', purpose)
      const response = await upload.attach('file', await createTestPicture(), 'a.jpg')
      return response.body as MediaView
    },
    /** Counts the files in the media store. */
    countFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    async [Symbol.asyncDispose]() {
      await harness[Symbol.asyncDispose]()
      encoder[Symbol.dispose]()
      previewFetcher?.[Symbol.dispose]()
      await rm(folder, { recursive: true })
    },
  }
}
