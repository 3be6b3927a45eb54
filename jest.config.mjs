import { spawnSync } from 'node:child_process'
import vm from 'node:vm'

// Jest runs ES modules only where Node was started with this flag; so that a plain `npx jest <path>` works, too:
if (!('SourceTextModule' in vm)) {
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`
  const env = { ...process.env, NODE_OPTIONS }
  if (process.platform !== 'win32') process.execve(process.execPath, [process.execPath, ...process.argv.slice(1)], env)
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit', env }).status ?? 1)
}

const leanModules = { '^\\.\\./locales/index\\.js$': '<rootDir>/tools/jest/no-languages.mjs' }

const common = {
  rootDir: '.',
  moduleNameMapper: leanModules,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.meadow/', '<rootDir>/\\.cache/'],
}

const node = {
  ...common,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': '<rootDir>/tools/jest/strip-types.cjs' },
}

const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2024',
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
  swcrc: false,
}

const shared = { globalSetup: '<rootDir>/tools/jest/begin.mjs', globalTeardown: '<rootDir>/tools/jest/end.mjs' }

/** Tests of sockets, which ask the store for little, run on MongoDB where all engines are wanted. */
const ofSockets = process.env.TEST_ENGINES === 'all' ? [] : ['/(handshake|session)\\.test\\.ts$']

/** What runs on MongoDB as well as on PostgreSQL: tests of a service through HTTP. Contracts know all engines themselves. */
const onMongo = {
  ...node,
  ...shared,
  displayName: 'mongo',
  testEnvironment: '<rootDir>/tools/jest/mongo-environment.mjs',
  testMatch: ['<rootDir>/services/{posts,chat}/tests/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '\\.contract\\.test\\.ts$',
    '/(redis|explain|mongo-faults)\\.test\\.ts$',
    ...ofSockets,
  ],
}

export default {
  maxWorkers: '100%',
  testTimeout: 60_000, // for a failure, on a machine that is busy
  workerGracefulExitTimeout: 10_000, // what a worker has left open holds it longer; a busy machine takes a while to free its memory
  reporters: ['default', '<rootDir>/tools/jest/totals.mjs'],
  projects: [
    {
      ...node,
      displayName: 'node',
      testMatch: [
        '{gateway,services,tools/{stack,community,engines,testing,containers,faults,docs,schema}}',
        'packages/{contracts,service,storage,events,members,media}',
      ].map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/.*/long/'],
      ...shared,
    },
    ...(process.env.TEST_ENGINES ? [onMongo] : []),
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
      testEnvironment: '<rootDir>/tools/jest/browser-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/tools/jest/browser-gaps.mjs'],
      testMatch: ['<rootDir>/{frontends/*,packages/{web,ui,features}}/**/*.test.{ts,tsx}'],
      transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
      moduleNameMapper: {
        ...leanModules,
        '\\.css$': '<rootDir>/tools/jest/css-classes.mjs',
        '^lucide-react$': 'lucide-react/dist/cjs/lucide-react.js', // one file; as modules it is one per icon, 1,700
      },
    },
    {
      ...node,
      displayName: 'e2e',
      testMatch: ['<rootDir>/tools/e2e/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tools/e2e/dev\\.test\\.ts$'],
      setupFilesAfterEnv: ['<rootDir>/tools/jest/patience.mjs'],
      globalSetup: '<rootDir>/tools/jest/begin-product.mjs',
      globalTeardown: '<rootDir>/tools/jest/end-product.mjs',
    },
    {
      ...node,
      ...shared,
      displayName: 'long',
      testMatch: ['<rootDir>/tools/{e2e,faults/tests,containers/tests}/long/*.test.ts'], // npm test -- --all
      setupFilesAfterEnv: ['<rootDir>/tools/jest/patience.mjs'],
    },
    {
      ...node,
      displayName: 'random',
      testMatch: ['<rootDir>/tools/e2e/random/*.test.ts'], // npm test -- e2e/random
      setupFilesAfterEnv: ['<rootDir>/tools/jest/patience.mjs'],
    },
    {
      ...node,
      displayName: 'dev',
      testMatch: ['<rootDir>/tools/e2e/dev.test.ts'], // it changes sources and takes its time: npm run test:dev
      setupFilesAfterEnv: ['<rootDir>/tools/jest/patience.mjs'],
    },
  ],
}
