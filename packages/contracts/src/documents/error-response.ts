import * as z from 'zod'
import { ERRORS, type ErrorBody, type ErrorCode } from '../errors.ts'
import { MessageDraftView } from '../shapes/message-draft.ts'
import { PostDraftView } from '../shapes/post-draft.ts'

const TextByField = z.record(z.string(), z.string())

/** The schema of `ErrorBody`, for the OpenAPI document. */
export const ErrorResponse = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERRORS) as ErrorCode[]),
  requestId: z.string(),
  fields: TextByField.exactOptional(),
  fieldCodes: TextByField.exactOptional(),
  restore: z.object({ token: z.string(), erasesAt: z.union([z.string(), z.null()]) }).exactOptional(),
  appeal: z.object({ token: z.string() }).exactOptional(),
  draft: PostDraftView.nullable().exactOptional(),
  messageDraft: MessageDraftView.nullable().exactOptional(),
}) satisfies z.ZodType<ErrorBody>
