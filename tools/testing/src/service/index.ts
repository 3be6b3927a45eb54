export { countStatements } from '../databases/count-statements.ts'
export { type HarnessDeps, openServiceHarness } from './service-harness.ts'
export { createTestClock, HOUR_MS, type TestClock } from './test-clock.ts'
export { createTestEvents } from './test-events.ts'
export { createTestRelations } from './test-relations.ts'
export {
  createTestStores,
  isMongoProject,
  openMongoTestStore,
  openPostgresTestStore,
  type TestStore,
} from './test-store.ts'
