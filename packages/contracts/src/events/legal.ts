import * as z from 'zod'
import { defineEvent } from '../define-event.ts'
import { LEGAL_NOTICES } from '../limits.ts'
import { Id } from '../text.ts'

export const legalNoticeChanged = defineEvent({
  type: 'legal-notice.changed',
  topic: 'members',
  version: 1,
  producers: ['auth'],
  summary: 'An admin published a new version of the terms or the privacy notice. Subject: the version',
  data: z.object({ notice: z.enum(LEGAL_NOTICES), by: Id }),
})
