import { memberStorage } from '../page/member-storage.ts'
import { readStoredSession } from '../session/stored-session.ts'

const STORED_QUERIES_KEY = 'has-stored-queries'

/** Remembers that this browser has stored query data of a member, until sign-out. */
export const markQueriesAsStored = (memberId: string): void => memberStorage.write(memberId, STORED_QUERIES_KEY, '1')

/** Returns true if this browser may have query data of the signed-in member. */
export const hasStoredQueries = (): boolean =>
  memberStorage.read(readStoredSession().userId, STORED_QUERIES_KEY) !== null
