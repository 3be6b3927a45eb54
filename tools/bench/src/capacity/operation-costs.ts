import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Topic } from '@meadow/contracts'

export const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat'] as const
export type ServiceName = (typeof SERVICES)[number]
/** The processes that answer members, without PostgreSQL. */
export const SCALABLE_PROCESSES = ['gateway', 'frontends', ...SERVICES] as const
export type ScalableProcess = (typeof SCALABLE_PROCESSES)[number]
export const DATABASES = [...SERVICES, 'bus', 'state'] as const
export type DatabaseName = (typeof DATABASES)[number]

export const OPERATIONS = {
  signUp: 'sign-up',
  signIn: 'sign-in',
  renewToken: 'token renewal',
  firstVisit: 'first visit: all files of the home page',
  feedPage: 'feed page of 5 posts',
  profile: 'profile',
  post: 'post without a picture',
  picture: 'picture upload',
  pictureView: 'picture download',
  like: 'like',
  comment: 'comment',
  follow: 'follow',
  suggestions: 'suggestions',
  search: 'member search',
  notifications: 'notification list',
  message: 'message, delivered to a socket',
  history: 'history page of 30 messages',
  sync: 'conversation sync',
  socket: 'socket connection',
} as const
export type OperationName = keyof typeof OPERATIONS

/** The time for which rows stay: so many days, or as long as the member wants. */
export type Retention = number | 'always'

/** The cost of one operation, in all processes, with the effects of its events. Idle work is subtracted. */
export type OperationCost = {
  /** Microseconds of processor time by process. */
  cpuUs: Record<ScalableProcess, number>
  /** Microseconds of PostgreSQL's processor time by database. */
  databaseCpuUs: Record<DatabaseName, number>
  /** Bytes that the client sends to the gateway and receives from it, with headers. */
  bytesIn: number
  bytesOut: number
  /** Rows inserted, updated and deleted by database. */
  rows: Record<DatabaseName, number>
  /** Committed transactions in all databases. */
  transactions: number
  /** Bytes of PostgreSQL's write-ahead log. */
  walBytes: number
  events: Record<Topic, number>
  /** Bytes of these events on the bus, together. */
  eventBytes: number
  /** Bytes of rows with their indexes, by retention. */
  storedBytes: { retention: Retention; bytes: number }[]
  /** Bytes of picture files. */
  mediaBytes: number
}

/** The cost of sockets, beside `socket`, which is the connection. */
export type SocketCosts = {
  /** KiB of memory for an open socket. */
  memoryKib: Record<'gateway' | 'chat', number>
  /** Microseconds of processor time for a minute of an idle socket. */
  idleUsPerMinute: Record<'gateway' | 'chat', number>
  /** Microseconds of processor time for a message to one of many sockets. */
  pushUs: Record<'gateway' | 'chat', number>
  /** Microseconds in each other instance of chat for an event that one instance has consumed. */
  peerEventUs: number
}

export type MeasuredCosts = {
  measuredAt: string
  machine: { cores: number; cpu: string; node: string; postgres: string; load: [before: number, after: number] }
  operations: Record<OperationName, OperationCost>
  sockets: SocketCosts
  /** MiB of each process after the measurement, PSS. */
  memoryMib: Record<ScalableProcess, number>
}

export const MEASURED_COSTS_FILE = join(import.meta.dirname, 'measured-costs.json')

/** Reads the costs that `npm run bench -- cost` measured last. */
export const readMeasuredCosts = (): MeasuredCosts => JSON.parse(readFileSync(MEASURED_COSTS_FILE, 'utf8'))
