import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.mjs'

/**
 * Runs the install scripts of the packages that `allowScripts` of package.json allows and that are installed. npm itself runs
 * none (`ignore-scripts` in .npmrc), because versions before 11 do not know `allowScripts`.
 *
 * @throws if a script fails
 */
export async function runInstallScripts(root, env = process.env) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(root, 'node_modules', name)),
  )
  if (names.length === 0) return
  const code = await runCommand(
    'npm',
    ['rebuild', '--ignore-scripts=false', '--strict-allow-scripts=false', '--loglevel=error', ...names],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (code !== 0) throw new Error(`The install scripts of ${names.join(', ')} failed. npm printed the reason above.`)
}
