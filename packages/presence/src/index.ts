export {
  getLastSeenMs,
  isLeaseActive,
  PRESENCE_LEASES_KEY,
  type PresenceLeases,
  type PresenceRow,
  parsePresenceLeases,
  parsePresenceRow,
  presenceKey,
  toPresence,
} from './presence-format.ts'
export { createPresenceReader, type PresenceReader } from './presence-reader.ts'
