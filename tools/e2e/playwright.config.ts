import { defineConfig } from '@playwright/test'
import { BROWSER_TIMEOUT_MS } from './src/pages/browser-window.ts'

/** Traces and screenshots of failed tests. A run keeps those of other projects. */
const resultsOf = (project: string) => ({ name: project, outputDir: `../../test-results/${project}` })

export default defineConfig({
  globalSetup: './src/global-setup.ts',
  outputDir: '../../test-results',
  reporter: [['list'], ['../test-runner/playwright-totals-reporter.mjs']],
  workers: 2,
  // Only a failure on a busy machine takes as long as these.
  timeout: 240_000,
  expect: { timeout: BROWSER_TIMEOUT_MS, toPass: { timeout: BROWSER_TIMEOUT_MS, intervals: [50] } },
  // Pictures of each step would double the processor time of a run.
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
  projects: [
    { ...resultsOf('e2e'), testMatch: '*.test.ts', testIgnore: ['dev.test.ts', 'long/**', 'random/**'] },
    { ...resultsOf('long'), testMatch: 'long/*.test.ts', workers: 1 }, // npm test -- --all
    { ...resultsOf('random'), testMatch: 'random/*.test.ts', workers: 1 }, // npm test -- e2e/random
    { ...resultsOf('dev'), testMatch: 'dev.test.ts', default: false }, // changes sources: npm run test:dev
  ],
})
