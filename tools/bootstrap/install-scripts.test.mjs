import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { runInstallScripts } from './install-scripts.mjs'

const NAMES = ['allowed', 'forbidden', 'unlisted']

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-scripts-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file, content) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), JSON.stringify(content))
}
const listRun = () => NAMES.filter((name) => existsSync(join(root, 'node_modules', name, 'ran')))

it('the install script of a package runs only if package.json allows it, whatever version npm has', async () => {
  copyFileSync(resolve(import.meta.dirname, '../../.npmrc'), join(root, '.npmrc'))
  for (const name of NAMES) {
    const postinstall = `node -e "require('node:fs').writeFileSync('ran', '')"`
    write(`sources/${name}/package.json`, { name, version: '1.0.0', scripts: { postinstall } })
  }
  const dependencies = Object.fromEntries(NAMES.map((name) => [name, `file:sources/${name}`]))
  const allowScripts = { allowed: true, forbidden: false, 'not-installed': true }
  write('package.json', { name: 'root', version: '1.0.0', dependencies, allowScripts })
  const options = ['--install-links', '--offline', '--strict-allow-scripts=false'] // as npm 10, which does not know it
  execFileSync('npm', ['install', ...options], { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' })
  expect(existsSync(join(root, 'node_modules/unlisted/package.json'))).toBe(true)
  expect(listRun()).toEqual([])
  await runInstallScripts(root)
  expect(listRun()).toEqual(['allowed'])
})
