import { randomBytes } from 'node:crypto'
import { newId } from '@meadow/service'
import { alice, type TestMember } from '@meadow/testing'
import type { NewComment } from '../src/comments/comment.ts'
import type { CommentChange } from '../src/comments/comment-change.ts'
import type { PostDraftChange } from '../src/drafts/draft.ts'
import type { LikeChange } from '../src/likes/like.ts'
import type { NewPost, NewPostPicture } from '../src/posts/post.ts'
import type { PostDeletion } from '../src/posts/post-deletion.ts'
import { DEFAULT_POST_SETTINGS } from '../src/posts/post-settings.ts'
import type { NewShare, ShareRemoval } from '../src/shares/share.ts'
import { type StoredVideo, toVideoPath } from '../src/videos/video.ts'
import type { VideoRepository } from '../src/videos/video-repository.ts'
import { toTestActor } from './fixtures.ts'
import { type PostsTestStore, postsTestStores } from './store-fixtures.ts'

let currentMs = Date.parse('2026-03-01T12:00:00Z')

/** Advances the clock of the repository tests by a second. */
export const nextMoment = () => {
  currentMs += 1_000
  return new Date(currentMs)
}

/** Returns the time of the last call of `nextMoment`. */
export const currentMoment = () => new Date(currentMs)

export const createNewPost = (author: TestMember = alice, createdAt = nextMoment()): NewPost => ({
  _id: newId(createdAt),
  eventId: newId(createdAt),
  author: toTestActor(author),
  content: 'A post',
  facets: [],
  pictures: [],
  settings: DEFAULT_POST_SETTINGS,
  createdAt,
})

export const createPostDraft = (author: TestMember = alice, changedAt = nextMoment()): PostDraftChange => ({
  _id: newId(changedAt),
  memberId: author._id,
  content: 'A draft',
  pictures: [],
  settings: DEFAULT_POST_SETTINGS,
  changedAt,
})

/** Refers to an uploaded picture in a new post. */
export const toNewPicture = (reference: NewPostPicture['reference'], alt = ''): NewPostPicture => ({
  reference,
  alt,
  field: 'pictures',
})

export function createNewComment(postId: string, author: TestMember, text = 'Lovely!'): NewComment {
  const createdAt = nextMoment()
  return {
    _id: newId(createdAt),
    eventId: newId(createdAt),
    postId,
    by: toTestActor(author),
    isModerator: false,
    text,
    facets: [],
    createdAt,
  }
}

export const createLikeChange = (postId: string, by: TestMember, at = nextMoment()): LikeChange => ({
  postId,
  by: toTestActor(by),
  at,
  eventId: newId(at),
})

export const createCommentChange = (
  { _id: commentId, postId }: { _id: string; postId: string },
  by: TestMember,
  at = nextMoment(),
): CommentChange => ({ postId, commentId, by: toTestActor(by), at, eventId: newId(at) })

export const createPostDeletion = (postId: string, by: TestMember, at = nextMoment()): PostDeletion => ({
  postId,
  by: toTestActor(by),
  at,
  eventId: newId(at),
})

export function createNewShare(postId: string, author: TestMember, content = ''): NewShare {
  const createdAt = nextMoment()
  return { ...createNewPost(author, createdAt), content, postId, sharedEventId: newId(createdAt) }
}

export const createShareRemoval = (postId: string, by: TestMember, at = nextMoment()): ShareRemoval => ({
  postId,
  by: toTestActor(by),
  at,
  eventId: newId(at),
})

export function createUploadedPicture(owner: TestMember = alice) {
  const createdAt = nextMoment()
  return {
    _id: newId(createdAt),
    ownerId: owner._id,
    purpose: 'post' as const,
    random: randomBytes(16).toString('hex'),
    width: 3,
    height: 2,
    placeholder: '',
    narrower: [],
    createdAt,
  }
}

/** Stores an uploaded video that is not encoded yet. */
export async function addUploadedVideo(videos: VideoRepository, owner: TestMember): Promise<StoredVideo> {
  const createdAt = nextMoment()
  const video: StoredVideo = {
    _id: newId(createdAt),
    ownerId: owner._id,
    random: randomBytes(16).toString('hex'),
    status: 'processing',
    format: 'mp4',
    durationMs: 4_000,
    width: null,
    height: null,
    poster: null,
    captionsRandom: null,
    postId: null,
    createdAt,
  }
  await videos.scheduleRemovals([toVideoPath(video)], createdAt)
  await videos.add(video)
  return video
}

/** Opens a store and returns its ports at the top level. */
const openPorts = (open: () => Promise<PostsTestStore>) => async () => {
  const { ports, members, inspect, publishedEvents, ...store } = await open()
  return {
    ...ports,
    members,
    inspect,
    /** Stores the pictures that a version of the profile of a member shows. */
    showOnProfile: ({ _id: ownerId }: TestMember, randoms: string[], profileVersion = 1) =>
      ports.consumerStore.transaction(({ profilePictures }) =>
        profilePictures.setCurrent({ ownerId, profileVersion, randoms, at: currentMoment() }),
      ),
    publishedEvents: async ({ _id }: { _id: string }) =>
      (await publishedEvents()).filter(({ subject }) => subject === _id),
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
  }
}

/** The ports of the service on each engine. */
export const storeOpeners = Object.fromEntries(
  Object.entries(await postsTestStores.listOpeners()).map(([name, open]) => [name, open && openPorts(open)]),
)
