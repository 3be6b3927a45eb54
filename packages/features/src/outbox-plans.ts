import type { MessageView, NotificationType } from '@meadow/contracts/browser'
import type { OutboxPlan, OutboxReference, OutboxRequest } from '@meadow/web/outbox-engine'

// The plans that pages share with the service worker, which adds the same entries for actions of notifications. They stand apart
// from their kinds, because the worker must not load what shows an action in a page.

/** The name of a kind, and how its actions are sent. A page describes them in its own words. */
type OutboxKindPlan<Data> = { name: string; plan: (data: Data, id: string) => OutboxPlan }

/** The id of a post, or the entry that publishes it. */
export type CommentedPost = string | Extract<OutboxReference, { fromEntry: string }>

/** `parentId`: the comment to which it replies. */
export type CommentActionData = { post: CommentedPost; text: string; parentId?: string | undefined }

/** Comments on a post, which may still wait itself, or replies to a comment. */
export const commentPlan: OutboxKindPlan<CommentActionData> = {
  name: 'comment',
  plan: ({ post, text, parentId }, id) => ({
    lane: `post ${typeof post === 'string' ? post : post.fromEntry}`,
    requests: [{ call: 'POST /posts/:id/comments', params: { id: post }, body: { text, parentId }, key: id }],
  }),
}

export type LikeActionData = { postId: string; isLiked: boolean }

/** Likes or unlikes a post. The later click on a post replaces the earlier one. */
export const likePlan: OutboxKindPlan<LikeActionData> = {
  name: 'like',
  plan: ({ postId, isLiked }) => ({
    lane: `post ${postId}`,
    replaceKey: `like ${postId}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: postId }, body: { state: isLiked } }],
  }),
}

/** One notification, or all of a filter that are not newer than `before`. `isAutomatic`: its push was opened. */
export type ReadAlertActionData =
  | { id: string; isAutomatic: boolean }
  | { filter: 'all' | NotificationType; before: string }

/** Marks notifications as read. Without a filter the service marks also types that this page does not know. */
export const readAlertPlan: OutboxKindPlan<ReadAlertActionData> = {
  name: 'read-alert',
  plan: (data) => ({
    lane: 'alerts', // one after the other: the last response has the current count
    replaceKey: 'id' in data ? `read alert ${data.id}` : `read alerts ${data.filter}`,
    requests: [
      'id' in data
        ? { call: 'PUT /posts/notifications/:id/read', params: { id: data.id } }
        : {
            call: 'PUT /posts/notifications/read-all',
            body: { ...(data.filter !== 'all' && { types: [data.filter] }), before: data.before },
          },
    ],
  }),
}

export type ReadMarkActionData = { userId: string; messageId: string; seq: number }

/** Marks the messages of a conversation as read, up to one of them. Only the furthest mark is sent. */
export const readMarkPlan: OutboxKindPlan<ReadMarkActionData> = {
  name: 'read-mark',
  plan: ({ userId, messageId }) => ({
    lane: `read mark ${userId}`,
    requests: [{ call: 'PUT /messages/:id/read', params: { id: messageId } }],
    replaceKey: `read-mark ${userId}`,
  }),
}

/** A picture of a message that is not sent yet. */
export type UnsentPicture = { file: File | Blob; alt: string }

/** A recording that is not sent yet. */
export type UnsentVoice = { file: Blob; durationMs: number }

/** A video that is not sent yet. Its size is undefined if the browser cannot play it. */
export type UnsentVideo = { file: Blob; durationMs: number; width: number | undefined; height: number | undefined }

/** A message that is not sent yet. */
export type MessageActionData = {
  recipientId: string
  content: string
  /** In the order in which they are shown. */
  pictures: readonly UnsentPicture[]
  /** A voice or video message has neither a text nor pictures. */
  voice?: UnsentVoice | undefined
  /** The message that is passed on, with what the list shows of it until it is sent. */
  forwarded?: ({ messageId: string } & Pick<MessageView, 'pictures' | 'voice' | 'video'>) | undefined
  video?: UnsentVideo | undefined
  replyTo: MessageView['replyTo']
  threadId: string | null
  /** The time for which it stays on the device, so that the member can take it back. @default it is sent at once */
  holdMs?: number
}

/** Sends a message with text, pictures or both, a recording or a video. */
export const messagePlan: OutboxKindPlan<MessageActionData> = {
  name: 'message',
  plan: (data, id) => ({
    lane: `conversation ${data.recipientId}`,
    requests: [toMessageRequest(data, id)],
    files: listFiles(data),
    ...(data.holdMs !== undefined && { holdMs: data.holdMs }),
  }),
}

function listFiles({ voice, video, pictures }: MessageActionData): Blob[] {
  const recording = voice ?? video
  return recording ? [recording.file] : pictures.map(({ file }) => file)
}

function toMessageRequest(data: MessageActionData, id: string): OutboxRequest {
  if (data.forwarded) return toForwardRequest(data.recipientId, data.forwarded.messageId, id)
  if (data.voice) return toVoiceRequest(data, data.voice, id)
  if (data.video) return toVideoRequest(data, data.video, id)
  return data.pictures.length > 0 ? toPictureRequest(data, id) : toTextRequest(data, id)
}

const toFields = ({ recipientId, replyTo, threadId }: MessageActionData, id: string) => ({
  recipientId,
  clientMessageId: id,
  ...(replyTo && { replyTo: replyTo._id }),
  ...(threadId && { threadId }),
})

const toForwardRequest = (recipientId: string, messageId: string, id: string): OutboxRequest => ({
  call: 'POST /messages/forward',
  body: { recipientId, messageId, clientMessageId: id },
})

const toTextRequest = (data: MessageActionData, id: string): OutboxRequest => ({
  call: 'POST /messages',
  body: { ...toFields(data, id), content: data.content },
})

const toPictureRequest = (data: MessageActionData, id: string): OutboxRequest => ({
  call: 'POST /messages/image',
  form: [
    // before the files: the server reads the form as a stream
    ...Object.entries({ ...toFields(data, id), ...(data.content && { content: data.content }) }),
    ...data.pictures.map(({ alt }) => ['alt', alt.trim()] as const),
    ...data.pictures.map((_, file) => ['image', { file }] as const),
  ],
})

const toVoiceRequest = (data: MessageActionData, { durationMs }: UnsentVoice, id: string): OutboxRequest => ({
  call: 'POST /messages/voice',
  form: [
    ...Object.entries({ ...toFields(data, id), duration: (durationMs / 1_000).toFixed(1) }),
    ['audio', { file: 0 }] as const,
  ],
})

const toVideoRequest = (data: MessageActionData, video: UnsentVideo, id: string): OutboxRequest => ({
  call: 'POST /messages/video',
  form: [
    ...Object.entries({
      ...toFields(data, id),
      duration: (video.durationMs / 1_000).toFixed(1),
      ...(video.width && { width: String(video.width) }),
      ...(video.height && { height: String(video.height) }),
    }),
    ['video', { file: 0 }] as const,
  ],
})
