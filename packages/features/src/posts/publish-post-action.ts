import type { PostView } from '@meadow/contracts/browser'
import type { COMMENT_AUDIENCES, PICTURE_COVER_KINDS } from '@meadow/contracts/limits'
import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import type { OutboxPlan, OutboxRequest } from '@meadow/web/outbox-engine'
import { addCachedPost } from '../cache/cached-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { addWaitingCount } from '../cache/waiting-counts.ts'
import { createUpload } from '../pictures/create-upload.ts'
import { t } from '../texts.ts'

/** The time for which a post can be taken back before it leaves the device. */
export const UNDO_POST_MS = 5_000

/** A picture of a post: a file that will be uploaded, or the URL of an earlier upload. */
export type PublishedPicture = { file: File; alt: string; url?: string | undefined }

/** A video of a post. Its size is undefined if the browser cannot play it. `captions` is a WebVTT file; '' if it has none. */
export type PublishedVideo = {
  file: File
  durationMs: number
  width?: number | undefined
  height?: number | undefined
  captions: string
}

/** The choices of the author for one post. Missing: the defaults. */
export type PublishedSettings = {
  language?: string
  commentAudience?: (typeof COMMENT_AUDIENCES)[number]
  pictureCover?: { kind: (typeof PICTURE_COVER_KINDS)[number]; note: string }
  /** The link whose preview the author leaves out. */
  linkWithoutPreview?: string
}

export type PublishPostActionData = {
  content: string
  pictures: readonly PublishedPicture[]
  /** In place of pictures. Earlier versions leave it out. */
  video?: PublishedVideo | undefined
  settings?: PublishedSettings
  /** The version of the draft on the server that it was made of. */
  draft?: { id: string; changedAt: string } | undefined
}

/**
 * Publishes a post: uploads its pictures one after the other, then creates it. While it waits, `WaitingPosts` shows it above
 * the feed.
 */
export const publishPostAction: OutboxKind<PublishPostActionData, PostView> = {
  name: 'publish-post',
  plan: (data, id) => ({
    ...planPublication(data, id, { call: 'POST /posts' }),
    description: describePost(data),
  }),
  getSubject: ({ id }) => `new post ${id}`,
  settle(cache, { id, attempts }, post) {
    addCachedPost(cache, post)
    addWaitingCount(cache, { actionId: id, memberId: post.user._id, count: 'postCount', by: 1 })
    if (attempts > 1) void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // it may have been counted twice
  },
}
registerOutboxKind(publishPostAction)

function describePost({ content, video }: PublishPostActionData): string {
  if (content) return t('waiting.publish', { text: content })
  return t(video ? 'waiting.publishVideo' : 'waiting.publishPictures')
}

/** Creates the requests that upload a video and set its captions. */
export const toVideoRequests = ({ durationMs, width, height, captions }: PublishedVideo): OutboxRequest[] => [
  {
    call: 'POST /media',
    form: [
      ['purpose', 'post'], // before the file: the server reads the form as a stream
      ['duration', (durationMs / 1_000).toFixed(1)],
      ...(width ? [['width', String(width)] as const] : []),
      ...(height ? [['height', String(height)] as const] : []),
      ['file', { file: 0 }],
    ],
  },
  ...(captions
    ? [{ call: 'PUT /media/:id/captions' as const, params: { id: UPLOADED_VIDEO }, body: { captions } }]
    : []),
]

const UPLOADED_VIDEO = { fromRequest: 0, path: '_id' }

/** Plans that a post is held, and then published by a call with its content, after the uploads of its pictures or video. */
export function planPublication(
  { content, pictures, video, settings: { linkWithoutPreview, ...settings } = {}, draft }: PublishPostActionData,
  id: string,
  request: { call: 'POST /posts' } | { call: 'POST /posts/:id/share'; params: { id: string } },
): OutboxPlan {
  const uploads = pictures.filter(({ url }) => url === undefined)
  return {
    lane: 'posts',
    holdMs: UNDO_POST_MS,
    files: video ? [video.file] : uploads.map(({ file }) => file),
    requests: [
      ...(video ? toVideoRequests(video) : uploads.map((_, file) => createUpload('post', file))),
      {
        ...request,
        body: {
          content,
          ...(video
            ? { video: UPLOADED_VIDEO }
            : {
                pictures: pictures.map((picture) => ({
                  url: picture.url ?? { fromRequest: uploads.indexOf(picture), path: 'secure_url' },
                  alt: picture.alt,
                })),
              }),
          ...settings,
          ...(linkWithoutPreview !== undefined && { isLinkPreviewRemoved: true, linkWithoutPreview }),
          ...(draft && { draft }),
        },
        key: id,
      },
    ],
  }
}
