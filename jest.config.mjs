import { spawnSync } from 'node:child_process'
import vm from 'node:vm'

// Jest needs this flag for ES modules. Restarts Node with it, so that `npx jest <path>` works, too.
if (!('SourceTextModule' in vm)) {
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`
  const env = { ...process.env, NODE_OPTIONS }
  if (process.platform !== 'win32') process.execve(process.execPath, [process.execPath, ...process.argv.slice(1)], env)
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit', env }).status ?? 1)
}

const moduleNameMapper = { '^\\.\\./locales/index\\.js$': '<rootDir>/tools/test-runner/jest/empty-locales.mjs' }

const common = {
  rootDir: '.',
  moduleNameMapper,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.meadow/', '<rootDir>/\\.cache/'],
}

const node = {
  ...common,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': '<rootDir>/tools/test-runner/jest/strip-types.cjs' },
}

const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2024',
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  swcrc: false,
}

const sharedEngines = {
  globalSetup: '<rootDir>/tools/test-runner/jest/setup-engines.mjs',
  globalTeardown: '<rootDir>/tools/test-runner/jest/teardown-engines.mjs',
}

/** Tests of sockets use the store little: they run on MongoDB only if all engines are required. */
const ignoredSocketTests = process.env.TEST_ENGINES === 'all' ? [] : ['/(handshake|session)\\.test\\.ts$']

/** The HTTP tests of services that also run on MongoDB. Contract tests run on all engines themselves. */
const mongo = {
  ...node,
  ...sharedEngines,
  displayName: 'mongo',
  testEnvironment: '<rootDir>/tools/test-runner/jest/mongo-environment.mjs',
  testMatch: ['<rootDir>/services/{posts,chat}/tests/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '\\.contract\\.test\\.ts$',
    '/(redis|explain|mongo-faults)\\.test\\.ts$',
    ...ignoredSocketTests,
  ],
}

/** The tests in a browser run by Playwright: tools/e2e/playwright.config.ts. */
export default {
  maxWorkers: '100%',
  testTimeout: 60_000, // only a failure on a busy machine takes this long
  workerIdleMemoryLimit: '2GB', // modules of ended tests are never freed: https://github.com/jestjs/jest/issues/14605
  workerGracefulExitTimeout: 10_000, // a busy machine takes a while to free the memory of a worker
  reporters: ['default', '<rootDir>/tools/test-runner/jest/totals-reporter.mjs'],
  projects: [
    {
      ...node,
      displayName: 'node',
      testMatch: ['<rootDir>/{gateway,services,packages,tools}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/long/',
        '<rootDir>/packages/(web|outbox|ui|features)/',
        '<rootDir>/tools/e2e/',
      ],
      ...sharedEngines,
    },
    ...(process.env.TEST_ENGINES ? [mongo] : []),
    {
      ...common,
      displayName: 'tools',
      testEnvironment: 'node',
      transform: {},
      testMatch: ['<rootDir>/tools/**/*.test.mjs'],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/tools/test-runner/jest/browser-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/tools/test-runner/jest/browser-polyfills.mjs'],
      testMatch: ['<rootDir>/{frontends/*,packages/{web,outbox,ui,features}}/**/*.test.{ts,tsx}'],
      transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
      moduleNameMapper: {
        ...moduleNameMapper,
        '\\.css$': '<rootDir>/tools/test-runner/jest/css-classes.mjs',
        '^lucide-react$': 'lucide-react/dist/cjs/lucide-react.js', // one file instead of 1,700 modules
      },
    },
    {
      ...node,
      ...sharedEngines,
      displayName: 'long',
      testMatch: ['<rootDir>/{tools,packages}/*/tests/long/*.test.ts'], // npm test -- --all
      setupFilesAfterEnv: ['<rootDir>/tools/test-runner/jest/long-timeout.mjs'],
    },
  ],
}
