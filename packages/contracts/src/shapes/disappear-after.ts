import * as z from 'zod'
import { DISAPPEAR_AFTER_SECONDS } from '../limits.ts'

/** The seconds after which new messages of a conversation disappear: one day or seven. */
export const DisappearAfter = z.literal(DISAPPEAR_AFTER_SECONDS)
export type DisappearAfter = z.infer<typeof DisappearAfter>
