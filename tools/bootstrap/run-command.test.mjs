import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'

const RUN_COMMAND = new URL('./run-command.mjs', import.meta.url).href
const RUNS_FOREVER = `process.on('SIGTERM', () => { console.log('asked'); process.exit(7) }); console.log('up'); setInterval(() => {}, 1000)`
const runner = (command) => [
  '--input-type=module',
  '-e',
  `import { runCommand } from '${RUN_COMMAND}'; process.exit(await runCommand(process.execPath, ['-e', ${JSON.stringify(command)}]))`,
]

const waitForOutput = async (child, word) => {
  for await (const text of child.stdout) if (String(text).includes(word)) return
}

describe('runCommand', () => {
  it('returns the exit code of the command', async () => {
    const [code] = await once(spawn(process.execPath, runner('process.exit(5)')), 'exit')
    expect(code).toBe(5)
  })

  it('forwards signals and waits until the command exits', async () => {
    const child = spawn(process.execPath, runner(RUNS_FOREVER))
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const [code] = await once(child, 'exit')
    expect(code).toBe(7)
  })

  it('stops the command when the parent shell is killed', async () => {
    const shell = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, ...runner(RUNS_FOREVER)])
    shell.stdout.once('data', () => shell.kill('SIGKILL'))
    await waitForOutput(shell, 'asked')
    expect(shell.killed).toBe(true)
  })
})
