import * as z from 'zod'
import { MAX_PICTURES, MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW, MAX_REPLIES_IN_VIEW } from '../limits.ts'
import { Count, Id, Timestamp } from '../text.ts'
import { Actor } from './actor.ts'
import { MemberView } from './member.ts'
import { TextFacets } from './text-facets.ts'

/**
 * A stored picture. `secure_url` and `url` are the same path on our own origin; width and height are in pixels.
 * `placeholder` is a ThumbHash in base64, or empty; `sources` are its files in all widths, narrowest first.
 */
export const MediaView = z.object({
  _id: Id,
  secure_url: z.string(),
  url: z.string(),
  width: Count,
  height: Count,
  placeholder: z.string(),
  alt: z.string(),
  sources: z.array(z.object({ url: z.string(), width: Count })),
})
export type MediaView = z.infer<typeof MediaView>

/**
 * The video of a post. Its `status` is `processing` until the server has encoded it; only a `ready` one has a URL. Of a `failed` one nothing
 * can be seen. `durationMs`, `width` and `height` are what its author says until the server has measured them; null if that is nothing.
 * `poster` is a picture of its beginning; null until it is ready, and where the server cannot make one. `captions` is the URL of its
 * captions (WebVTT); null if it has none.
 */
export const PostVideoView = z.object({
  _id: Id,
  status: z.string(),
  url: z.string().nullable(),
  durationMs: Count,
  width: Count.nullable(),
  height: Count.nullable(),
  poster: MediaView.nullable(),
  captions: z.string().nullable(),
})
export type PostVideoView = z.infer<typeof PostVideoView>

/** The description that the page of a link gives of itself. Texts are '' if it has none; the picture is a copy of our own. */
export const LinkPreviewView = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  picture: MediaView.omit({ alt: true }).optional(),
})
export type LinkPreviewView = z.infer<typeof LinkPreviewView>

/** The fields of a comment, beside its author and text, that are the same for everybody; missing from older versions of posts. */
export const commentFields = {
  /** The comment to which this one replies; missing if it is not a reply. */
  parentId: Id.optional(),
  /** The time of its last edit; missing if it was not edited. */
  editedAt: Timestamp.optional(),
}

const Comment = z.object({
  _id: Id,
  user: MemberView,
  text: z.string(),
  facets: TextFacets,
  createdAt: Timestamp,
  ...commentFields,
  /** The author of another reply to `parentId`, if this one answers that. */
  replyTo: z.object({ _id: Id, username: z.string() }).optional(),
  likesCount: Count.optional(),
  viewerLiked: z.boolean().optional(),
  /** True or missing: the viewer mutes a word or tag of it, so it is folded. */
  isMuted: z.boolean().optional(),
  /** The number of replies to it. */
  repliesCount: Count.optional(),
})

/** A comment as one viewer sees it. Lists of comments bring the first `replies` to each, oldest first. */
export const CommentView = Comment.extend({
  replies: z.array(Comment).max(MAX_REPLIES_IN_VIEW).optional(),
})
export type CommentView = z.infer<typeof CommentView>

/** The reason for which the pictures of a post are covered until the viewer shows them, and a note of the author, which may be empty. Newer versions may know more kinds. */
export const PictureCover = z.object({ kind: z.string(), note: z.string() })

/** A post within a post that shares it with a comment. */
const QuotedPostView = z.object({
  _id: Id,
  user: MemberView,
  content: z.string(),
  facets: TextFacets,
  pictures: z.array(MediaView).max(MAX_PICTURES),
  video: PostVideoView.optional(),
  createdAt: Timestamp,
  editedAt: Timestamp.optional(),
  pictureCover: PictureCover.optional(),
})
export type QuotedPostView = z.infer<typeof QuotedPostView>

/**
 * The reason for which Discover shows a post: `liked-by-followed` (with `member`), `followed-tag` or `popular-tag` (with `tag`),
 * `liked-by-similar`, `popular` or `new`. Newer versions may know more kinds.
 */
const PostReason = z.object({
  kind: z.string(),
  member: z.object({ _id: Id, fullName: z.string() }).optional(),
  tag: z.string().optional(),
})

/**
 * A post as one viewer sees it. `image` and `media` are the first of its `pictures`; a post with `video` has no pictures. `likes` has at most 100 liker ids, and always the viewer's own; `comments` has the newest
 * three, oldest first; `rev` grows with every change. `language` is a tag of BCP 47, missing if unknown. Without `commentAudience`
 * everyone may comment; with it, `viewerMayComment` says if the viewer may.
 * `editedAt` is the time of the last edit of the text; missing if there was none. `viewerBookmarked` is true or missing.
 * `isMuted` is true if the viewer mutes the post, or a word or tag of it, or missing; feeds leave such posts out.
 * `sharesCount` counts the members who share it; `viewerShared` is true if the viewer does without a comment, or missing. `sharedBy` is
 * the share by which it is in a list. A share with a comment is a post with `quotedPost`, which is null if the viewer may not see that.
 * Only Discover gives a `reason`. `linkPreview` is that of the first link of the text;
 * `isLinkPreviewRemoved` is true if the author has removed it, or missing.
 */
export const PostView = z.object({
  _id: Id,
  user: MemberView,
  content: z.string(),
  facets: TextFacets,
  image: z.string(),
  media: MediaView.nullable(),
  pictures: z.array(MediaView).max(MAX_PICTURES),
  video: PostVideoView.optional(),
  createdAt: Timestamp,
  editedAt: Timestamp.optional(),
  rev: Count,
  likes: z.array(Id).max(MAX_POST_LIKES_IN_VIEW + 1),
  comments: z.array(CommentView).max(MAX_POST_COMMENTS_IN_VIEW),
  likesCount: Count,
  commentsCount: Count,
  viewerLiked: z.boolean(),
  viewerBookmarked: z.boolean().optional(),
  isMuted: z.boolean().optional(),
  reason: PostReason.optional(),
  language: z.string().optional(),
  pictureCover: PictureCover.optional(),
  commentAudience: z.string().optional(),
  viewerMayComment: z.boolean().optional(),
  sharesCount: Count.optional(),
  viewerShared: z.boolean().optional(),
  sharedBy: z.object({ _id: Id, user: MemberView, createdAt: Timestamp }).optional(),
  quotedPost: QuotedPostView.nullable().optional(),
  linkPreview: LinkPreviewView.optional(),
  isLinkPreviewRemoved: z.boolean().optional(),
})
export type PostView = z.infer<typeof PostView>

/**
 * The likes and comments of a changed post, without fields that depend on the viewer. After an edit also `content` and `facets`;
 * `editedAt` tells which of two texts is the newer one. `linkPreview` is missing if it did not change, and null if there is none.
 * `isLinkPreviewRemoved` and `video` are missing if they did not change.
 */
export const PostSocketView = z.object({
  likes: z.array(Id).max(MAX_POST_LIKES_IN_VIEW),
  comments: z
    .array(
      z.object({ _id: Id, user: Actor, text: z.string(), facets: TextFacets, createdAt: Timestamp, ...commentFields }),
    )
    .max(MAX_POST_COMMENTS_IN_VIEW),
  likesCount: Count,
  commentsCount: Count,
  sharesCount: Count.optional(),
  content: z.string().optional(),
  facets: TextFacets,
  editedAt: Timestamp.optional(),
  linkPreview: LinkPreviewView.nullable().optional(),
  isLinkPreviewRemoved: z.boolean().optional(),
  video: PostVideoView.optional(),
})
export type PostSocketView = z.infer<typeof PostSocketView>
