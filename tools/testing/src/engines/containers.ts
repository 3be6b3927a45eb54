export { startPostgresContainer } from './postgres.ts'
export { assertContainerEngine } from './start-container.ts'
export { usesContainers } from './test-engines-setting.ts'
