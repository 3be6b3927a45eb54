import * as z from 'zod'
import { Count } from '../text.ts'

/** A tag without `#`, in lower case, with the posts that have it and that everyone may read, at most 1,000. */
export const TagView = z.object({ tag: z.string(), postsCount: Count })
export type TagView = z.infer<typeof TagView>
