export { onEveryEngine, usingOnce } from './engines.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
