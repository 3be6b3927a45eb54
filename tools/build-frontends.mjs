import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FILE_LIST } from './webpack/remember-files.mjs'

const root = path.resolve(import.meta.dirname, '..')
const SHARED_SOURCES = [
  'packages/ui',
  'packages/web',
  'packages/features',
  'packages/contracts',
  'tools/webpack',
  'package-lock.json',
]
const NOT_SOURCES = /(^|\/)(node_modules|dist|README\.md)(\/|$)|\.test\.tsx?$/
const MARK = '.built'
const KEPT_DAYS = 30
const AT_ONCE = 2

/** Builds the front ends whose sources changed since their last build; does nothing when all is current. */
export async function buildFrontends({ log }) {
  const shared = await hashOf(SHARED_SOURCES)
  const waiting = []
  for (const name of await readdir(path.join(root, 'frontends'))) {
    const dir = path.join(root, 'frontends', name)
    const sources = createHash('sha256')
      .update(shared)
      .update(await hashOf([`frontends/${name}`]))
      .digest('hex')
    if ((await readFile(path.join(dir, 'dist', MARK), 'utf8').catch(() => '')) !== sources)
      waiting.push({ name, dir, sources })
  }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await build(next, log)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function build({ name, dir, sources }, log) {
  const since = Date.now()
  log(`Building the front end ${name} …`)
  const before = await filesOf(dir)
  await rm(path.join(dir, 'dist', MARK), { force: true }) // a build that is interrupted is no build
  await runWebpack(dir)
  await sweep(path.join(dir, 'dist'), [...before, ...(await filesOf(dir)), MARK, FILE_LIST])
  await writeFile(path.join(dir, 'dist', MARK), sources)
  log(`Built the front end ${name} in ${((Date.now() - since) / 1000).toFixed(1)} s`)
}

const filesOf = async (dir) => JSON.parse(await readFile(path.join(dir, 'dist', FILE_LIST), 'utf8').catch(() => '[]'))

/** A file's time says when it was last part of a build; a month after that, no open page asks for it any more. */
async function sweep(dist, inUse) {
  const now = new Date()
  for (const file of inUse) await utimes(path.join(dist, file), now, now).catch(() => undefined)
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const days = (now.getTime() - (await stat(file)).mtimeMs) / 86_400_000
    if (entry.isFile() && days > KEPT_DAYS) await rm(file)
  }
}

async function runWebpack(dir) {
  const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js')
  const child = spawn(process.execPath, [cli, 'build'], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`The build in ${path.relative(root, dir)} failed:\n${output}`)
}

async function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of await filesBelow(path.join(root, place))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesBelow(place) {
  if ((await stat(place)).isFile()) return [place]
  const found = []
  for (const entry of (await readdir(place, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(place, entry.name)
    if (NOT_SOURCES.test(path.relative(root, file))) continue
    if (entry.isDirectory()) found.push(...(await filesBelow(file)))
    else found.push(file)
  }
  return found
}

if (process.argv[1] === import.meta.filename) await buildFrontends({ log: console.log })
