import { memberStorage } from '../page/member-storage.ts'

const STORED_QUERIES_KEY = 'has-stored-queries'

/** Remembers that this browser has stored query data of the member, until sign-out. */
export const markQueriesAsStored = (): void => memberStorage.write(STORED_QUERIES_KEY, '1')

/** Returns true if this browser may have query data of the member. */
export const hasStoredQueries = (): boolean => memberStorage.read(STORED_QUERIES_KEY) !== null
