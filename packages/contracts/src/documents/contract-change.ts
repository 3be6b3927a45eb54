/**
 * The transport decides how its readers read. Consumers of `events` are tolerant by `toReaderSchema`. Pages read `responses`
 * (and pushes) without any check. Services check `requests` by the strict contract.
 */
export type Transport = 'event' | 'response' | 'request'

/** The versions that a change can break: older readers get newer data, and older writers' data reaches newer readers. */
export type ChangeSafety = { isSafeForOldReaders: boolean; isSafeForOldWriters: boolean }

/** A difference between two versions of a contract. `text` is one line, and identifies the change. */
export type ContractChange = ChangeSafety & { text: string; transport: Transport }

export const SAFE: ChangeSafety = { isSafeForOldReaders: true, isSafeForOldWriters: true }
export const UNSAFE: ChangeSafety = { isSafeForOldReaders: false, isSafeForOldWriters: false }
export const UNSAFE_FOR_OLD_READERS: ChangeSafety = { isSafeForOldReaders: false, isSafeForOldWriters: true }
export const UNSAFE_FOR_OLD_WRITERS: ChangeSafety = { isSafeForOldReaders: true, isSafeForOldWriters: false }

/**
 * Returns true if a change may be released. Events must be safe for both: a service may be rolled back, and the bus keeps
 * events for days. Old pages stay open for days, so their requests must be accepted and the responses readable. What is
 * unsafe the other way round (a new page, an old service) is avoided by the order: services before front ends.
 */
export function isAdmissible({ transport, isSafeForOldReaders, isSafeForOldWriters }: ContractChange): boolean {
  if (transport === 'response') return isSafeForOldReaders
  if (transport === 'request') return isSafeForOldWriters
  return isSafeForOldReaders && isSafeForOldWriters
}

/** Describes for whom a change is safe. */
export function describeSafety({ isSafeForOldReaders, isSafeForOldWriters }: ChangeSafety): string {
  if (isSafeForOldReaders && isSafeForOldWriters) return 'safe for old readers and old writers'
  if (isSafeForOldReaders) return 'safe for old readers, unsafe for old writers'
  return isSafeForOldWriters ? 'unsafe for old readers, safe for old writers' : 'unsafe for old readers and old writers'
}
