import type { CallRequest, calls, PostView } from '@meadow/contracts'
import type { PostsTable } from '../schema.ts'

type CreatePostBody = CallRequest<typeof calls.createPost>['body']
export type CommentAudience = CreatePostBody['commentAudience']
export type PictureCover = NonNullable<CreatePostBody['pictureCover']>

/** The choices of an author for one post. `language`: null if unknown; `pictureCover`: null if the pictures are not covered. */
export type PostSettings = {
  language: string | null
  pictureCover: PictureCover | null
  commentAudience: CommentAudience
}

/** The settings of posts of earlier versions. */
export const DEFAULT_POST_SETTINGS: PostSettings = { language: null, pictureCover: null, commentAudience: 'everyone' }

/** The columns of the settings, in the order of `toPostSettingsValues`. */
export const POST_SETTINGS_COLUMNS = 'language, comment_audience, picture_cover'

/** The row of a post has null for every default. */
export type PostSettingsRow = Pick<PostsTable, 'language' | 'comment_audience' | 'picture_cover'>

/** Returns the values of the columns of the settings. */
export const toPostSettingsValues = ({ language, commentAudience, pictureCover }: PostSettings): (string | null)[] => [
  language,
  commentAudience === 'everyone' ? null : commentAudience,
  pictureCover && JSON.stringify(pictureCover),
]

/** Reads the settings of a row. */
export const rowToPostSettings = (row: PostSettingsRow): PostSettings => ({
  language: row.language,
  pictureCover: row.picture_cover as PictureCover | null,
  commentAudience: (row.comment_audience as CommentAudience | null) ?? 'everyone',
})

/** Converts the settings to the fields of a view. Defaults are missing. */
export const toPostSettingsView = (
  { language, pictureCover, commentAudience }: PostSettings,
  viewerMayComment: boolean,
): Pick<PostView, 'language' | 'pictureCover' | 'commentAudience' | 'viewerMayComment'> => ({
  ...(language && { language }),
  ...(pictureCover && { pictureCover }),
  ...(commentAudience !== 'everyone' && { commentAudience, viewerMayComment }),
})
