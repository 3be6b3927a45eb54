import { SECURITY_EVENTS } from '@meadow/service'
import { formatCode, formatTable } from '../table.ts'

/** Creates the page of all security events in the logs. */
export function renderSecurityEventsPage(): string {
  const rows = Object.entries(SECURITY_EVENTS).map(([name, { level, meaning, reasons }]) => [
    formatCode(name),
    level,
    meaning,
    reasons.map(formatCode).join(', '),
  ])
  return `# Security events

The processes log what matters for security as JSON lines with the field \`event\`. Alerts can search for its names, which never
change. These fields follow; none of them contains a name, an e-mail address or other text of members:

${formatTable(
  ['field', 'meaning'],
  [
    ['`event`', 'the name of the event'],
    ['`reason`', 'one of the reasons in the table below'],
    ['`actor`', 'the id of the member who acted, or whose account was the target; missing if it is not known'],
    ['`network`', 'the IPv4 address of the client, or the /64 prefix of its IPv6 address'],
    ['`session`', 'the id of the session'],
    ['`requestId`', 'on every log line of the request: [follow a request](runbooks/metrics.md#following-one-request)'],
  ],
)}

Events at the level \`info\` need \`LOG_LEVEL=info\`, which is the default.

${formatTable(['event', 'level', 'meaning', 'reasons'], rows)}
`
}
