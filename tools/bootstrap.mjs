// Begins `npm start`, `npm test`, `npm run events` and `npm run engines` on whatever Node the machine has: plain JavaScript, Node 20 and newer, no packages.
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAddressedLock } from './bootstrap/addressed-lock.mjs'
import { isInstalled, noteInstalled } from './bootstrap/installed.mjs'
import { findNode } from './bootstrap/locked-node.mjs'
import { run } from './bootstrap/run.mjs'

const COMMANDS = {
  start: new URL('./start.mjs', import.meta.url),
  dev: new URL('./dev.mjs', import.meta.url),
  test: new URL('./test.mjs', import.meta.url),
  'test-engines': new URL('./test-engines.mjs', import.meta.url),
  ci: new URL('./ci.mjs', import.meta.url),
  events: new URL('../packages/events/src/cli/main.ts', import.meta.url),
  engines: new URL('./engines/src/main.ts', import.meta.url),
}
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** Installs what the lock file names, when it is not that already. */
async function install() {
  if (isInstalled(root)) return
  console.log('Installing the packages that package-lock.json names. This takes a minute or two, once.')
  // npm replaces node_modules, and with it our own Node: the machine's must do this
  const path = process.env.PATH.split(delimiter).filter((folder) => folder !== bin)
  const ci = (stderr, ...options) =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error', ...options], {
      cwd: root,
      env: { ...process.env, PATH: path.join(delimiter) },
      stdio: ['ignore', 'ignore', stderr],
      shell: process.platform === 'win32',
    })
  // What npm has in its cache need not be asked for again, and what is not there may lie elsewhere than we think.
  const addressed = openAddressedLock(root)
  let code = await ci('ignore', '--prefer-offline').finally(addressed.dispose)
  if (code > 0 && code < 128) code = await ci('inherit') // from 128 on: somebody ended it
  if (code !== 0) throw new Error('The packages could not be installed; npm says why above')
  noteInstalled(root)
}

async function begin([name, ...args]) {
  const script = COMMANDS[name]
  if (!script) throw new Error(`Say one of: ${Object.keys(COMMANDS).join(', ')}`)
  await install()
  const node = findNode(root)
  const path = [dirname(node), bin, process.env.PATH].join(delimiter)
  return run(node, [fileURLToPath(script), ...args], { cwd: root, env: { ...process.env, PATH: path } })
}

try {
  process.exitCode = await begin(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
