import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How tests get a server: one that runs, a container, or a program of this machine. */
export type Way = { url: string } | { image: string } | { program: string }

type Wanted = {
  /** What people call it. */
  name: string
  /** The variable with the address of one that runs. */
  variable: string
  image: string
  /** Any of these programs will do. */
  programs: readonly string[]
}

/** The first of the three ways that this machine has; undefined, and a line that says so, where it has none. */
export function findServer({ name, variable, image, programs }: Wanted): Way | undefined {
  const url = process.env[variable]
  if (url) return { url }
  if (process.env['TEST_ENGINES'] !== 'on') return undefined // npm run test:engines runs them
  if (dockerAnswers()) return { image }
  const program = programs.map(findProgram).find((found) => found !== undefined)
  if (program) return { program }
  const ways = `set ${variable}, start Docker or install ${programs.join(' or ')}`
  process.stderr.write(`No ${name} here: what needs one is skipped (to run it, ${ways}).\n`)
  return undefined
}

let docker: boolean | undefined

function dockerAnswers(): boolean {
  docker ??= spawnSync('docker', ['version'], { stdio: 'ignore', timeout: 10_000 }).status === 0
  return docker
}

function findProgram(name: string): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
