export { onEveryEngine, usingOnce } from './engines.ts'
export { eventually } from './eventually.ts'
export { endConnections, type TestDatabase, testDatabase } from './test-database.ts'
