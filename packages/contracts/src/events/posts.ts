import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { MAX_EDIT_PARTICIPANTS } from '../limits.ts'
import { Actor } from '../shapes/actor.ts'
import { PostSocketView } from '../shapes/post.ts'
import { MentionedIds, TextFacets } from '../shapes/text-facets.ts'
import { Count, Id, Timestamp } from '../text.ts'

export const postCreated = defineEvent({
  type: 'post.created',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A post was published',
  data: z.object({
    author: Actor,
    excerpt: z.string(),
    image: z.string(),
    createdAt: Timestamp,
    rev: Count,
    mentionedIds: MentionedIds,
  }),
})

export const postDeleted = defineEvent({
  type: 'post.deleted',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A post was deleted with its likes, comments and picture',
  data: z.object({ authorId: Id, rev: Count }),
})

export const postPinned = defineEvent({
  type: 'post.pinned',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member pinned a post to the top of their profile, or unpinned it',
  data: z.object({ authorId: Id, isPinned: z.boolean(), rev: Count }),
})

const PostActivity = z.object({ authorId: Id, actor: Actor, view: PostSocketView, rev: Count })
export const postLiked = defineEvent({
  type: 'post.liked',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member liked a post',
  data: PostActivity,
})
export const postUnliked = defineEvent({
  type: 'post.unliked',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member unliked a post',
  data: PostActivity,
})
export const postCommented = defineEvent({
  type: 'post.commented',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member commented on a post',
  data: PostActivity.extend({
    commentId: Id,
    excerpt: z.string(),
    mentionedIds: MentionedIds,
    /** If it is a reply: the comment to which it replies, and the member whom it answers. */
    parentId: Id.optional(),
    repliedToId: Id.optional(),
  }),
})

export const postEdited = defineEvent({
  type: 'post.edited',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary:
    'The author changed the text of a post. `participantIds` are the members who wrote comments under it, at most the newest 500',
  data: PostActivity.extend({
    excerpt: z.string(),
    participantIds: z.array(Id).max(MAX_EDIT_PARTICIPANTS),
    mentionedIds: MentionedIds,
  }),
})

const PostShare = PostActivity.extend({ shareId: Id })
export const postShared = defineEvent({
  type: 'post.shared',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary:
    'A member shared a post. With a comment, `shareId` is the post with the comment, which also has its event `post.created`, and `excerpt` begins the comment',
  data: PostShare.extend({ excerpt: z.string(), mentionedIds: MentionedIds }),
})
export const postUnshared = defineEvent({
  type: 'post.unshared',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member no longer shares a post, or deleted the post with which they shared it',
  data: PostShare,
})

export const postLinkPreviewed = defineEvent({
  type: 'post.link-previewed',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'The preview of the first link of a post was added, changed or removed',
  data: z.object({ authorId: Id, view: PostSocketView, rev: Count }),
})

export const postVideoChanged = defineEvent({
  type: 'post.video-changed',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'The video of a post was encoded, or its captions were changed',
  data: z.object({ authorId: Id, view: PostSocketView, rev: Count }),
})

/** Nobody sees a hidden post, its author included. */
export const postHidden = defineEvent({
  type: 'post.hidden',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'Moderators hid a post until they decide about it',
  data: z.object({ authorId: Id, rev: Count }),
})
export const postShown = defineEvent({
  type: 'post.shown',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A hidden post is visible again',
  data: z.object({ authorId: Id, rev: Count }),
})

const CommentChange = z.object({ authorId: Id, view: PostSocketView, rev: Count, commentId: Id })
export const postCommentHidden = defineEvent({
  type: 'post.comment-hidden',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'Moderators hid or removed a comment on a post, or the author of the post hid it, with the replies to it',
  data: CommentChange,
})
export const postCommentShown = defineEvent({
  type: 'post.comment-shown',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A hidden comment on a post is visible again',
  data: CommentChange,
})

const ChangedComment = CommentChange.extend({ commentAuthorId: Id })
export const commentEdited = defineEvent({
  type: 'comment.edited',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member edited their comment on a post',
  data: ChangedComment.extend({
    text: z.string(),
    facets: TextFacets,
    excerpt: z.string(),
    editedAt: Timestamp,
    mentionedIds: MentionedIds,
  }),
})
export const commentDeleted = defineEvent({
  type: 'comment.deleted',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member deleted their comment on a post, with the replies to it',
  data: ChangedComment,
})

const CommentLike = z.object({
  /** The author of the post. */
  authorId: Id,
  commentId: Id,
  commentAuthorId: Id,
  actor: Actor,
  likesCount: Count,
  /** The revision of the comment. */
  rev: Count,
})
export const commentLiked = defineEvent({
  type: 'comment.liked',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member liked a comment on a post',
  data: CommentLike,
})
export const commentUnliked = defineEvent({
  type: 'comment.unliked',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member unliked a comment on a post',
  data: CommentLike,
})

/** Subject: the member. `rev` grows with every change of the mute. A mute ends at `until` without an event; null: when it is taken back. */
const ContentMute = z.object({ isMuted: z.boolean(), until: Timestamp.nullable(), rev: Count })
export const postMuted = defineEvent({
  type: 'post.muted',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member muted a post with its comments, or took that back',
  data: ContentMute.extend({ postId: Id }),
})
export const tagMuted = defineEvent({
  type: 'tag.muted',
  topic: 'posts',
  version: 1,
  producers: ['posts'],
  summary: 'A member muted a tag, or took that back',
  data: ContentMute.extend({ tag: z.string() }),
})
