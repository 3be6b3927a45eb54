import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '../limits.ts'
import { MemberView } from '../shapes/member.ts'
import { commentFields, LinkPreviewView, PostVideoView } from '../shapes/post.ts'
import { TextFacets } from '../shapes/text-facets.ts'
import { Count, Id, Timestamp } from '../text.ts'

export const postCreated = defineSocketMessage({
  summary: 'A member whom the receiver follows published a post',
  payload: z.object({ postId: Id, authorId: Id }),
})

/** All watchers get the same payload, so it has no field that depends on the viewer, such as `isFollowing`. */
export const postUpdated = defineSocketMessage({
  summary:
    'Likes, comments, shares, the text, the link preview or the video of a post changed: at most 100 liker ids, the newest three comments, the counts, and what else changed',
  payload: z.object({
    _id: Id,
    likes: z.array(Id).max(MAX_POST_LIKES_IN_VIEW),
    comments: z
      .array(
        z.object({
          _id: Id,
          user: MemberView.omit({ isFollowing: true }),
          text: z.string(),
          facets: TextFacets,
          createdAt: Timestamp,
          ...commentFields,
        }),
      )
      .max(MAX_POST_COMMENTS_IN_VIEW),
    likesCount: Count,
    commentsCount: Count,
    sharesCount: Count.optional(),
    content: z.string().optional(),
    facets: TextFacets,
    editedAt: Timestamp.optional(),
    /** Missing if it did not change, null if there is none. */
    linkPreview: LinkPreviewView.nullable().optional(),
    /** The author has removed the preview, or shows it again; missing if that did not change. */
    isLinkPreviewRemoved: z.boolean().optional(),
    /** The video after its encoding or a change of its captions; missing if it did not change. */
    video: PostVideoView.optional(),
    rev: Count,
    actorId: Id,
  }),
})

export const postDeleted = defineSocketMessage({
  summary: 'A post was deleted',
  payload: z.object({ postId: Id }),
})

/** A change of a comment that `postUpdated` may not show, because it has only the newest ones. Missing fields stay as they are. */
export const commentUpdated = defineSocketMessage({
  summary: 'A comment or reply of a post was edited or liked, or is no longer there',
  payload: z.object({
    postId: Id,
    commentId: Id,
    text: z.string().optional(),
    facets: TextFacets,
    editedAt: Timestamp.optional(),
    likesCount: Count.optional(),
    isRemoved: z.boolean().optional(),
  }),
})
