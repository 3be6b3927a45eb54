import type { ExpectedLogLine } from '@meadow/testing/stack'

/** The lines of programs that start again on the folder of a product: they have copies of auth's keys, and do not wait. */
export const RESTART_LINES: readonly ExpectedLogLine[] = [
  {
    text: /"message":"connect ECONNREFUSED .*"msg":"(?:the keys of auth could not be fetched|failed to load the ended sessions, retrying)"/,
    reason: 'Auth starts at the same time, and does not listen yet.',
  },
  {
    processes: ['postgres'],
    text: /FATAL: {2}the database system is not yet accepting connections$/,
    reason: 'PostgreSQL was killed, or its stop took too long, and it repeats what it had not stored.',
  },
]

/** The lines that other processes write about a service that was killed. */
export const SERVICE_KILL_LINES: readonly ExpectedLogLine[] = [
  {
    processes: ['gateway'],
    text: /"msg":"(?:no response from upstream|request failed)"/,
    reason: 'The gateway forwards a call to the service that was killed.',
  },
  {
    processes: ['postgres'],
    text: /FATAL: {2}connection to client lost$/,
    reason: 'A statement of the service that was killed waited, and PostgreSQL noticed that its client is gone.',
  },
  { text: /^\{.*[^}]$/, reason: 'The kill cut the line off.' },
]

/** The use of a session after its end. */
export const ENDED_SESSION_LINES: readonly ExpectedLogLine[] = [
  { text: /"event":"auth\.token_refused","reason":"session_ended"/, reason: 'The test uses sessions after their end.' },
]
