import { ERRORS, STATUS_BY_ERROR_KIND } from '@meadow/contracts'
import { formatCode, formatTable } from '../table.ts'

/** Creates the page of all API errors. `usersByCode` are the services and packages whose sources use each code. */
export function renderErrorsPage(usersByCode: ReadonlyMap<string, readonly string[]>): string {
  const rows = Object.entries(ERRORS).map(([name, { kind, message }]) => [
    `${STATUS_BY_ERROR_KIND[kind]}`,
    formatCode(name),
    message,
    (usersByCode.get(name) ?? []).join(', '),
  ])
  return `# Errors

The body of every error response is \`{ error, code, requestId, fields?, fieldCodes? }\`:

${formatTable(
  ['field', 'meaning'],
  [
    ['`code`', 'for programs; its meaning never changes'],
    ['`error`', 'for people; the text may change'],
    ['`requestId`', 'on every log line of the request: [follow a request](runbooks/metrics.md#following-one-request)'],
    ['`fields`, `fieldCodes`', 'the invalid fields by name: texts for people, codes for programs'],
  ],
)}

'Used by' lists the services and packages whose sources use the code. The READMEs of the services list the errors of each
call.

${formatTable(['status', 'code', 'message', 'used by'], rows)}
`
}
