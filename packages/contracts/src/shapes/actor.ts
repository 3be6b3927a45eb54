import * as z from 'zod'
import { Count, Id } from '../text.ts'

/** The member who acted, with all fields that a service needs to insert a member it does not know yet. */
export const Actor = z.object({
  _id: Id,
  username: z.string(),
  fullName: z.string(),
  avatar: z.string(),
  profileVersion: Count,
})
export type Actor = z.infer<typeof Actor>
