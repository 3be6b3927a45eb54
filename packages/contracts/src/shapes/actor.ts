import * as z from 'zod'
import { Count, Id } from '../text.ts'

/** Who acted, with enough to make a row of a member one has not heard of. */
export const Actor = z.object({
  _id: Id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.string(),
  profileVersion: Count,
})
export type Actor = z.infer<typeof Actor>
