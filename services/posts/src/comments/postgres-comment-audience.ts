import type { TextFacet } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'
import { type PostSettingsRow, rowToPostSettings } from '../posts/post-settings.ts'
import type { NewComment } from './comment.ts'
import { assertMayComment } from './comment-audience.ts'

type AudienceRow = PostSettingsRow & { author_id: string; facets: TextFacet[] | null; isFollowedByAuthor: boolean }

/** Checks that the author of a new comment may comment on the locked post. @throws comment_not_allowed */
export async function assertPostgresCommentAllowed(
  tx: Queryable,
  { postId, by, isModerator }: NewComment,
): Promise<void> {
  const { rows } = await tx.query<AudienceRow>({
    name: 'read-comment-audience',
    text: `select author_id, facets, language, comment_audience, picture_cover,
             coalesce((select active from follows where from_id = author_id and to_id = $2), false) as "isFollowedByAuthor"
           from posts where id = $1`,
    values: [postId, by._id],
  })
  const [row] = rows
  if (!row) return
  const post = { ...rowToPostSettings(row), authorId: row.author_id, facets: row.facets ?? [] }
  assertMayComment(post, { _id: by._id, isModerator }, row)
}
