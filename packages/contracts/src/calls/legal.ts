import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { LEGAL_NOTICES, MAX_LEGAL_LENGTH } from '../limits.ts'
import { Id, Timestamp, trimmedText } from '../text.ts'

const Notice = z.object({ notice: z.enum(LEGAL_NOTICES) })
/** A version of a notice. `text` is Markdown without HTML. */
const LegalVersion = z.object({ _id: Id, text: z.string(), changedAt: Timestamp })

export const getLegalNotice = defineCall({
  method: 'get',
  path: '/auth/legal/:notice',
  access: 'anyone',
  summary:
    'Returns the terms or the privacy notice, or an earlier version of it; `current` is null where nobody has changed the text that Meadow brings',
  params: Notice,
  query: z.object({ version: Id.optional() }),
  response: z.object({ current: z.union([LegalVersion, z.null()]) }),
})

export const listLegalVersions = defineCall({
  method: 'get',
  path: '/auth/legal/:notice/versions',
  access: 'anyone',
  summary: 'Lists the newest 100 versions of a notice with their times, newest first',
  params: Notice,
  response: z.object({ versions: z.array(LegalVersion.omit({ text: true })) }),
})

export const changeLegalNotice = defineCall({
  method: 'put',
  path: '/auth/legal/:notice',
  access: 'admin',
  summary:
    'Publishes a new version of a notice. `basedOn` is the version that the admin has changed, null for the text that Meadow brings',
  params: Notice,
  body: z.object({
    text: trimmedText(MAX_LEGAL_LENGTH).min(1, 'Write a text'),
    basedOn: z.union([Id, z.null()]),
  }),
  response: z.object({ current: LegalVersion }),
})
