import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './bootstrap/run.mjs'
import { buildFrontends } from './build-frontends.mjs'

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'
const folder = await mkdtemp(join(tmpdir(), 'meadow-totals-'))

/** @typedef {{ passed: number, failed: number }} Result */

/** All checks together count as one test. */
async function check() {
  const code = await run('npm', ['run', '--silent', 'check'], { shell: process.platform === 'win32' })
  return result(code, { passed: 1, failed: 0 })
}

async function jest(name, args) {
  const file = join(folder, name)
  const env = { ...process.env, NODE_OPTIONS, TEST_TOTALS_FILE: file }
  const code = await run(process.execPath, ['node_modules/jest/bin/jest.js', ...args], { env })
  const text = await readFile(file, 'utf8').catch(() => '')
  return result(code, text === '' ? { passed: 0, failed: 0 } : JSON.parse(text))
}

/** Whatever ended badly has failed at least once. */
function result(code, { passed, failed }) {
  if (code >= 128) process.exit(code) // interrupted
  return code === 0 || failed > 0 ? { passed, failed } : { passed: 0, failed: 1 }
}

async function browser(args) {
  try {
    await buildFrontends({ log: console.log })
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  }
  return jest('browser', ['--maxWorkers=2', ...args])
}

/** What takes its time: each starts the whole product, one after the other. */
const long = () => jest('long', ['--runInBand', '--selectProjects', 'long'])

/** @returns {Promise<Result[]>} of everything but what takes long, of all (`--all`), or of the tests that `args` name */
async function results(args) {
  const paths = args.filter((arg) => arg !== '--all')
  if (paths.length === 0)
    return [
      await check(),
      await jest('unit', ['--selectProjects', 'node', 'tools', 'web']),
      await browser(['--selectProjects', 'e2e']),
      ...(args.includes('--all') ? [await long()] : []),
    ]
  if (!paths.some((path) => path.includes('e2e'))) return [await jest('some', paths)]
  return [await browser([...paths, '--ignoreProjects', 'dev'])]
}

const all = await results(process.argv.slice(2))
await rm(folder, { recursive: true, force: true })
const sum = (key) => all.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
