import * as z from 'zod'
import { ERRORS, type ErrorBody, type ErrorCode } from '../errors.ts'

const ByField = z.record(z.string(), z.string())

/** The shape of `ErrorBody`, for the document. */
export const ErrorResponse = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERRORS) as ErrorCode[]),
  requestId: z.string(),
  fields: ByField.exactOptional(),
  fieldCodes: ByField.exactOptional(),
}) satisfies z.ZodType<ErrorBody>
