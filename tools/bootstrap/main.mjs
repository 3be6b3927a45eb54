// Runs an npm script on the Node of the lock file, or a newer one, after installing the packages. Plain JavaScript without
// packages: it must run on Node 20 before anything is installed.
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.mjs'
import { runInstallScripts } from './install-scripts.mjs'
import { isInstalled, markInstalled } from './installation-mark.mjs'
import { writeResolvedLockFile } from './resolved-lock-file.mjs'
import { runCommand } from './run-command.mjs'

const SCRIPTS = {
  start: new URL('./commands/start.mjs', import.meta.url),
  dev: new URL('./commands/dev.mjs', import.meta.url),
  test: new URL('./commands/test.mjs', import.meta.url),
  'test-engines': new URL('./commands/test-engines.mjs', import.meta.url),
  'test-containers': new URL('./commands/test-containers.mjs', import.meta.url),
  'test-cluster': new URL('../cluster/src/main.ts', import.meta.url),
  ci: new URL('./commands/ci.mjs', import.meta.url),
  events: new URL('../../packages/events/src/cli/main.ts', import.meta.url),
  timelines: new URL('../../services/posts/src/timelines/cli/main.ts', import.meta.url),
  'second-factor': new URL('../../services/auth/src/second-factor/cli/main.ts', import.meta.url),
  keys: new URL('../../services/auth/src/keys/cli/main.ts', import.meta.url),
  images: new URL('../containers/src/build-images.ts', import.meta.url),
  'images-digests': new URL('../containers/src/resolve-digests.ts', import.meta.url),
  backup: new URL('../backup/src/backup-main.ts', import.meta.url),
  restore: new URL('../backup/src/restore-main.ts', import.meta.url),
}
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const bin = join(root, 'node_modules', '.bin')

/** Installs the packages of the lock file unless they are installed. @throws if npm fails */
async function installPackages() {
  if (isInstalled(root)) return
  console.log('Installing packages. This takes a minute or two, only once …')
  // npm replaces node_modules, including the Node in it: use the one of the machine
  const path = process.env.PATH.split(delimiter).filter((folder) => folder !== bin)
  const env = { ...process.env, PATH: path.join(delimiter) }
  const ci = (stderr, ...options) =>
    runCommand('npm', ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error', ...options], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', stderr],
      shell: process.platform === 'win32',
    })
  // First from npm's cache. If a package is missing there, its URL may be another one: install without the URLs.
  const resolvedLock = writeResolvedLockFile(root)
  let code = await ci('ignore', '--prefer-offline').finally(resolvedLock.dispose)
  if (code > 0 && code < 128) code = await ci('inherit') // 128 and above: ended by a signal
  if (code !== 0) throw new Error('The packages could not be installed. npm printed the reason above.')
  await runInstallScripts(root, env)
  markInstalled(root)
}

async function runScript([name, ...args]) {
  const script = SCRIPTS[name]
  if (!script) throw new Error(`Usage: node tools/bootstrap/main.mjs ${Object.keys(SCRIPTS).join('|')}`)
  await installPackages()
  const node = findNode(root)
  const path = [dirname(node), bin, process.env.PATH].join(delimiter)
  return runCommand(node, [fileURLToPath(script), ...args], { cwd: root, env: { ...process.env, PATH: path } })
}

try {
  process.exitCode = await runScript(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
