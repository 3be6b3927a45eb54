import * as z from 'zod'
import { EMAIL_DOMAIN_PATTERN, REFUSAL_LIMITS } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { MAX_EMAIL_LENGTH } from '../limits.ts'
import { Email } from '../shapes/account-fields.ts'
import { Count, lineText, visibleLine } from '../text.ts'

const listOfRefused = (entry: z.ZodString) =>
  z.array(entry).max(REFUSAL_LIMITS.entries, `At most ${REFUSAL_LIMITS.entries} entries`)

/** Words match whole words, whatever their case. A domain stands for its subdomains, too. */
const Refusals = z.object({
  version: Count,
  words: listOfRefused(lineText(REFUSAL_LIMITS.wordLength).min(1, 'A word is empty')),
  emailDomains: listOfRefused(
    visibleLine(MAX_EMAIL_LENGTH, 'A domain is invalid').regex(EMAIL_DOMAIN_PATTERN, 'A domain is invalid'),
  ),
  emails: listOfRefused(Email),
})

export const getRefusals = defineCall({
  method: 'get',
  path: '/auth/refusals',
  access: 'admin',
  summary:
    'Returns what this installation refuses: words in texts and names, and e-mail domains and addresses of accounts',
  response: Refusals,
})

export const updateRefusals = defineCall({
  method: 'put',
  path: '/auth/refusals',
  access: 'admin',
  summary:
    'Replaces what this installation refuses, if `version` is the current one. It acts within a minute, and not on what is there already',
  body: Refusals,
  response: Refusals,
})
