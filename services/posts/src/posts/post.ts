import {
  type Actor,
  type CommentView,
  type DomainEvent,
  events,
  type MemberView,
  type PostView,
  parsePictureAddress,
  type QuotedPostView,
  type TextFacet,
  toPictureAddress,
} from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { LinkPreview } from '@meadow/link-preview'
import type { Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type AudiencePost, mayComment } from '../comments/comment-audience.ts'
import { toPostLinkPreviewView } from '../link-previews/link-preview-change.ts'
import { toPictureView, type UploadedPicture } from '../media/picture.ts'
import { toMentionedIds } from '../mentions/read-text-facets.ts'
import { type PostVideo, toVideoView, type VideoReference } from '../videos/video.ts'
import { type PostSettings, toPostSettingsView } from './post-settings.ts'

export type PostPicture = Omit<UploadedPicture, 'purpose' | 'createdAt'> & { alt: string }

/** A comment or reply as one viewer sees it. `replyTo` is the author of another reply, if it answers that. */
export type Comment = {
  _id: string
  user: MemberView
  text: string
  facets: TextFacet[]
  createdAt: Date
  /** The comment to which it replies; null if it is not a reply. */
  parentId: string | null
  replyTo: { _id: string; username: string } | null
  editedAt: Date | null
  likesCount: number
  viewerLiked: boolean
  repliesCount: number
  /** The viewer mutes a word or tag of it. */
  isMuted?: boolean
  /** The first replies, oldest first; undefined where they are not read. */
  replies?: Comment[] | undefined
}

/** A post as one viewer sees it: with visible comments only, the viewer's own like, and `isFollowing` of its members. */
export type Post = {
  _id: string
  user: MemberView
  content: string
  facets: TextFacet[]
  pictures: PostPicture[]
  /** The video that it shows instead of pictures; null if there is none. */
  video: PostVideo | null
  createdAt: Date
  /** The time of the last edit of the text; null: there was none. */
  editedAt: Date | null
  rev: number
  /** Ids of the newest likers; includes the viewer's id if the viewer likes the post. */
  likes: string[]
  likesCount: number
  /** The newest comments, oldest first. */
  comments: Comment[]
  commentsCount: number
  viewerLiked: boolean
  viewerBookmarked: boolean
  /** The viewer mutes it, or a word or tag of it. */
  isMuted?: boolean
  settings: PostSettings
  /** The preview of the first link of the text; null if there is none, or none yet. */
  linkPreview: LinkPreview | null
  /** The author has removed the preview. */
  isLinkPreviewRemoved: boolean
  /** The author follows the viewer; false if the settings do not ask. */
  isViewerFollowedByAuthor: boolean
  /** The original, if this is a share; null otherwise. */
  sharedPostId: string | null
  /** The number of members who share it. */
  sharesCount: number
  /** The viewer shares it without a comment. */
  viewerShared: boolean
  /** The share without a comment by which it is in a list. */
  sharedBy?: PostShare | undefined
  /** The post that this one shares with a comment; null if the viewer may not see it; undefined if this is no such share. */
  quotedPost?: Post | null | undefined
}

/** A share without a comment. */
type PostShare = { _id: string; user: MemberView; createdAt: Date }

/** A reference to an uploaded picture: its id, or the random part of its URL. */
export type PictureReference = { _id: string } | { random: string }

/** A picture for a new post. `field` is the field of the request that names it. */
export type NewPostPicture = { reference: PictureReference; alt: string; field: PictureField }
export type PictureField = 'image' | 'pictures'

/** A post to be stored, and the id of the event that announces it. */
export type NewPost = {
  _id: string
  eventId: string
  author: Actor
  content: string
  facets: TextFacet[]
  pictures: readonly NewPostPicture[]
  /** The video that it shows instead of pictures. */
  video?: VideoReference | undefined
  settings: PostSettings
  createdAt: Date
}

export const FIRST_REV = 1

/** Returns a new post as its author sees it, before any like or comment. */
export const toFirstRevision = (
  { _id, content, facets, settings, createdAt }: NewPost,
  author: MemberView,
  { pictures, video }: Pick<Post, 'pictures' | 'video'>,
): Post => ({
  _id,
  user: author,
  content,
  facets,
  pictures,
  video,
  createdAt,
  editedAt: null,
  rev: FIRST_REV,
  likes: [],
  likesCount: 0,
  comments: [],
  commentsCount: 0,
  viewerLiked: false,
  viewerBookmarked: false,
  settings,
  linkPreview: null,
  isLinkPreviewRemoved: false,
  isViewerFollowedByAuthor: false,
  sharedPostId: null,
  sharesCount: 0,
  viewerShared: false,
})

/** Returns the likers to show to `viewer`, who is always among them after liking the post. */
export const includeViewerLike = (newestLikers: string[], viewer: Viewer, viewerLiked: boolean): string[] =>
  viewer && viewerLiked && !newestLikers.includes(viewer._id) ? [...newestLikers, viewer._id] : newestLikers

/** Sorts posts into the order of `ids`, and leaves out ids without a post. */
export function sortPostsByIds(ids: readonly string[], posts: readonly Post[]): Post[] {
  const postsById = new Map(posts.map((post) => [post._id, post]))
  return ids.flatMap((id) => postsById.get(id) ?? [])
}

/** Converts a comment to its view in responses, with its first replies if they were read. */
export const toCommentView = ({ replies, ...comment }: Comment): CommentView => ({
  ...toReplyView(comment),
  ...(replies && { replies: replies.map(toReplyView) }),
})

const toReplyView = (comment: Comment): Omit<CommentView, 'replies'> => {
  const {
    _id,
    user,
    text,
    facets,
    createdAt,
    parentId,
    replyTo,
    editedAt,
    likesCount,
    viewerLiked,
    repliesCount,
    isMuted,
  } = comment
  return {
    _id,
    user,
    text,
    ...(facets.length > 0 && { facets }),
    createdAt: createdAt.toISOString(),
    ...(parentId && { parentId }),
    ...(replyTo && { replyTo }),
    ...(editedAt && { editedAt: editedAt.toISOString() }),
    likesCount,
    viewerLiked,
    repliesCount,
    ...(isMuted && { isMuted }),
  }
}

/** Converts the pictures of a post to the fields of its view. */
export function toPicturesView(pictures: readonly PostPicture[]): Pick<PostView, 'image' | 'media' | 'pictures'> {
  const views = pictures.map((picture) => ({ ...toPictureView(picture), alt: picture.alt }))
  return { image: views[0]?.url ?? '', media: views[0] ?? null, pictures: views }
}

/** Converts a post to its view in responses to the viewer for whom it was read. Guests do not see who likes it. */
export function toPostView(post: Post, viewer: Viewer): PostView {
  return {
    _id: post._id,
    user: post.user,
    content: post.content,
    ...(post.facets.length > 0 && { facets: post.facets }),
    ...toPicturesView(post.pictures),
    ...(post.video && { video: toVideoView(post.video) }),
    createdAt: post.createdAt.toISOString(),
    ...(post.editedAt && { editedAt: post.editedAt.toISOString() }),
    rev: post.rev,
    likes: viewer ? post.likes : [],
    comments: post.comments.map(toCommentView),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    viewerLiked: post.viewerLiked,
    ...(post.viewerBookmarked && { viewerBookmarked: true }),
    ...(post.isMuted && { isMuted: true }),
    ...toPostSettingsView(
      post.settings,
      mayComment(toAudiencePost(post), viewer, { isFollowedByAuthor: post.isViewerFollowedByAuthor }),
    ),
    sharesCount: post.sharesCount,
    ...(post.viewerShared && { viewerShared: true }),
    ...(post.sharedBy && { sharedBy: { ...post.sharedBy, createdAt: post.sharedBy.createdAt.toISOString() } }),
    ...(post.quotedPost !== undefined && { quotedPost: post.quotedPost && toQuotedPostView(post.quotedPost) }),
    ...(post.linkPreview && { linkPreview: toPostLinkPreviewView(post.linkPreview) }),
    ...(post.isLinkPreviewRemoved && { isLinkPreviewRemoved: true }),
  }
}

const toQuotedPostView = ({
  _id,
  user,
  content,
  facets,
  pictures,
  video,
  createdAt,
  editedAt,
  settings,
}: Post): QuotedPostView => ({
  _id,
  user,
  content,
  ...(facets.length > 0 && { facets }),
  pictures: toPicturesView(pictures).pictures,
  ...(video && { video: toVideoView(video) }),
  createdAt: createdAt.toISOString(),
  ...(editedAt && { editedAt: editedAt.toISOString() }),
  ...(settings.pictureCover && { pictureCover: settings.pictureCover }),
})

const toAudiencePost = ({ user, facets, settings }: Post): AudiencePost => ({ authorId: user._id, facets, ...settings })

/** An uploaded picture as it is stored; `postId` is the post that shows it. */
export type StoredPicture = Omit<UploadedPicture, 'createdAt'> & { postId: string | null }

/**
 * Chooses the pictures of a new post, in their order, among the stored ones that it names. Each must be uploaded by the author
 * for a post, be in no post, and be named once.
 * @throws invalid_request with the field of the first picture that is not available
 */
export const choosePostPictures = (
  { author, pictures }: { author: { _id: string }; pictures: readonly NewPostPicture[] },
  stored: readonly StoredPicture[],
): PostPicture[] => {
  const chosenIds = new Set<string>()
  return pictures.map(({ reference, alt, field }) => {
    const picture = stored.find((one) =>
      '_id' in reference ? one._id === reference._id : one.random === reference.random,
    )
    const isUnused = picture?.purpose === 'post' && picture.postId === null && !chosenIds.has(picture._id)
    if (!isUnused || picture.ownerId !== author._id) throw createPictureUnavailableError(field)
    const { _id, ownerId, random, width, height, placeholder, narrower } = picture
    chosenIds.add(_id)
    return { _id, ownerId, random, width, height, placeholder, narrower, alt }
  })
}

/** Creates the error for a picture that is unknown, in use, or of another member. */
const createPictureUnavailableError = (field: PictureField): DomainError =>
  new DomainError('invalid_request', {
    fields: { [field]: 'Choose a picture that you uploaded and have not posted yet' },
    fieldCodes: { [field]: 'custom' },
  })

/** Creates the event of a new post; `picture` is its first one. */
export const toPostCreatedEvent = (post: NewPost, picture: PostPicture | undefined): DomainEvent =>
  createEvent(events.postCreated, {
    source: 'posts',
    subject: post._id,
    id: post.eventId,
    time: post.createdAt,
    data: {
      author: post.author,
      excerpt: createExcerpt(post.content),
      image: picture && !post.settings.pictureCover ? toPictureAddress(picture) : '', // not shown beside an alert
      createdAt: post.createdAt.toISOString(),
      rev: FIRST_REV,
      ...toMentionedIds(post.facets),
    },
  })

const MAX_EXCERPT_GRAPHEMES = 140
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text after 140 graphemes. Counts graphemes, not code units, so that no emoji is cut in half. */
export function createExcerpt(text: string): string {
  let count = 0
  for (const { index } of graphemeSegmenter.segment(text)) {
    if (count === MAX_EXCERPT_GRAPHEMES) return `${cutAtWord(text, index)}…`
    count += 1
  }
  return text
}

/** Cuts a text at `end` or before the word that continues there, unless that takes half of it: not all scripts have spaces. */
function cutAtWord(text: string, end: number): string {
  const cut = text.slice(0, end)
  const words = cut.replace(/\S+$/u, '').trimEnd()
  return /\s/u.test(text.charAt(end)) || words.length < end / 2 ? cut.trimEnd() : words
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Parses a picture id or URL. Returns undefined for anything else, for the URL of a narrower copy, and for that of another
 * member's picture. The repository checks whose picture an id names.
 */
export function parsePictureReference(image: string, authorId: string): PictureReference | undefined {
  if (UUID.test(image)) return { _id: image }
  const address = parsePictureAddress(image)
  if (address?.picture.ownerId !== authorId || address.narrower) return undefined
  return { random: address.picture.random }
}

/** Converts a picture of a request to that of a new post. @throws invalid_request if it is no picture of the author */
export function toNewPostPicture(
  { url, alt }: { url: string; alt: string },
  author: Actor,
  field: PictureField,
): NewPostPicture {
  const reference = parsePictureReference(url, author._id)
  if (!reference) throw createPictureUnavailableError(field)
  return { reference, alt, field }
}
