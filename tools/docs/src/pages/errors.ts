import { ERRORS, STATUS } from '@meadow/contracts'
import { code, table } from '../table.ts'

/** Every error that leaves Meadow. `named` are the services and packages by the codes that their sources name. */
export function errorsPage(named: ReadonlyMap<string, readonly string[]>): string {
  const rows = Object.entries(ERRORS).map(([name, { kind, message }]) => [
    `${STATUS[kind]}`,
    code(name),
    message,
    (named.get(name) ?? []).join(', '),
  ])
  return `# Errors

Every answer that is not a success has the body \`{ error, code, requestId, fields?, fieldCodes? }\`. \`code\` is for programs
and never changes its meaning; \`error\` is for people and may be other words than these. \`requestId\` is on every log line
about the request ([following one](runbooks/metrics.md#following-one-request)). \`fields\` says by field what to mend,
\`fieldCodes\` the same for programs.

'Named by' are the services, and the packages that they use, whose sources name the code. Which call refuses with what, the
READMEs of the services say.

${table(['status', 'code', 'says', 'named by'], rows)}
`
}
