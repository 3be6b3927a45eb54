import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'

const RUN = new URL('./run.mjs', import.meta.url).href
const STAYS = `process.on('SIGTERM', () => { console.log('asked'); process.exit(7) }); console.log('up'); setInterval(() => {}, 1000)`
const runner = (command) => [
  '--input-type=module',
  '-e',
  `import { run } from '${RUN}'; process.exit(await run(process.execPath, ['-e', ${JSON.stringify(command)}]))`,
]

const said = async (child, word) => {
  for await (const text of child.stdout) if (String(text).includes(word)) return
}

describe('run', () => {
  it('answers the exit code of the command', async () => {
    const [code] = await once(spawn(process.execPath, runner('process.exit(5)')), 'exit')
    expect(code).toBe(5)
  })

  it('hands signals on and waits for the command to end', async () => {
    const child = spawn(process.execPath, runner(STAYS))
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const [code] = await once(child, 'exit')
    expect(code).toBe(7)
  })

  it('ends the command when the shell above is killed', async () => {
    const shell = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, ...runner(STAYS)])
    shell.stdout.once('data', () => shell.kill('SIGKILL'))
    await said(shell, 'asked')
    expect(shell.killed).toBe(true)
  })
})
