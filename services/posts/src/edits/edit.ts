import { type Actor, type DomainEvent, events, type TextFacet } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { keepsLinkPreview } from '../link-previews/link-preview-change.ts'
import { toMentionedIds } from '../mentions/read-text-facets.ts'
import { type ChangedPost, toPostSocketView } from '../posts/changed-post.ts'
import { createExcerpt, FIRST_REV } from '../posts/post.ts'

/** An edit of the text of a post, and the id of its event. `rev` is that of the post which the member edited. */
export type PostEdit = {
  postId: string
  by: Actor
  content: string
  facets: TextFacet[]
  rev: number
  at: Date
  eventId: string
}

/** A text that a post has or had: `rev` and `writtenAt` are those of the post when it got the text. */
export type PostVersion = { rev: number; content: string; facets: TextFacet[]; writtenAt: Date }

/** A post to be edited, as the database has it. `editedRev` is undefined if it was never edited. */
export type EditablePost = {
  post: ChangedPost
  content: string
  facets: TextFacet[]
  createdAt: Date
  editedAt: Date | undefined
  editedRev: number | undefined
  hasPicture: boolean
  hasLinkPreview: boolean
  /** The member who edits it may see it. */
  isVisible: boolean
  /** Members who wrote comments under it. */
  participantIds: readonly string[]
}

/** The version that an edit replaces, the post after it, and the event to append. `losesLinkPreview`: the preview is that of another link. */
export type PostEditPlan = { replaced: PostVersion; post: ChangedPost; losesLinkPreview: boolean; event: DomainEvent }

/** Returns the text of a post as a version. */
export const toCurrentVersion = ({
  content,
  facets,
  createdAt,
  editedAt,
  editedRev,
}: Pick<EditablePost, 'content' | 'facets' | 'createdAt' | 'editedAt' | 'editedRev'>): PostVersion => ({
  rev: editedRev ?? FIRST_REV,
  content,
  facets,
  writtenAt: editedAt ?? createdAt,
})

/**
 * Plans the edit of a post, which is undefined if it does not exist. Returns undefined if the post has this text already, so that a
 * repeated request changes nothing. Likes and comments since `rev` do not matter, only another text does.
 * @throws post_not_found if the member may not see it, even if it is their own; not_your_post; edited_elsewhere; invalid_request if nothing would be left of the post
 */
export function planPostEdit(stored: EditablePost | undefined, edit: PostEdit): PostEditPlan | undefined {
  if (!stored?.isVisible) throw new DomainError('post_not_found')
  const { post } = stored
  if (post.authorId !== edit.by._id) throw new DomainError('not_your_post')
  if (stored.content === edit.content) return undefined
  const replaced = toCurrentVersion(stored)
  if (replaced.rev > edit.rev) throw new DomainError('edited_elsewhere')
  if (edit.content === '' && !stored.hasPicture) throw createEmptyPostError()
  const changed = { ...post, rev: post.rev + 1 }
  const losesLinkPreview = stored.hasLinkPreview && !keepsLinkPreview(stored.facets, edit.facets)
  const event = toPostEditedEvent(edit, changed, { ...stored, losesLinkPreview })
  return { replaced, post: changed, losesLinkPreview, event }
}

const createEmptyPostError = (): DomainError =>
  new DomainError('invalid_request', {
    fields: { content: 'Write something, or delete the post' },
    fieldCodes: { content: 'custom' },
  })

const toPostEditedEvent = (
  { postId, by, content, facets, at, eventId }: PostEdit,
  post: ChangedPost,
  { participantIds, losesLinkPreview }: Pick<EditablePost, 'participantIds'> & Pick<PostEditPlan, 'losesLinkPreview'>,
): DomainEvent =>
  createEvent(events.postEdited, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: {
      authorId: post.authorId,
      actor: by,
      view: {
        ...toPostSocketView(post),
        content,
        ...(facets.length > 0 && { facets }),
        editedAt: at.toISOString(),
        ...(losesLinkPreview && { linkPreview: null }),
      },
      rev: post.rev,
      excerpt: createExcerpt(content),
      participantIds: [...participantIds],
      ...toMentionedIds(facets),
    },
  })
