import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FILE_LIST } from './webpack/file-list-plugin.mjs'
import { RELEASE_FILE } from './webpack/release-plugin.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const SHARED_SOURCES = [
  'packages/ui',
  'packages/web',
  'packages/outbox',
  'packages/features',
  'packages/contracts',
  'tools/build/webpack',
  'package-lock.json',
]
const IGNORED_FILES = /(^|\/)(node_modules|dist|README\.md)(\/|$)|\.test\.tsx?$/
const BUILD_MARK = '.built'
const HASHED_NAME = /\.[0-9a-f]{12}\./
const MAX_FILE_AGE_DAYS = 30
const MAX_CONCURRENCY = 2

/** Builds those of the front ends (default: all) whose sources have changed since their last build. @throws if a build fails */
export async function buildFrontends({ log, names = readdirSync(path.join(root, 'frontends')) }) {
  const sharedHash = await hashFiles(SHARED_SOURCES)
  const outdated = []
  for (const name of names) {
    const dir = path.join(root, 'frontends', name)
    const sourceHash = createHash('sha256')
      .update(sharedHash)
      .update(await hashFiles([`frontends/${name}`]))
      .digest('hex')
    if ((await readFile(path.join(dir, 'dist', BUILD_MARK), 'utf8').catch(() => '')) !== sourceHash)
      outdated.push({ name, dir, sourceHash })
  }
  const worker = async () => {
    for (let next = outdated.shift(); next; next = outdated.shift()) await buildFrontend(next, log)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENCY }, worker))
}

async function buildFrontend({ name, dir, sourceHash }, log) {
  const startedAt = Date.now()
  log(`Building the front end ${name} …`)
  const previousFiles = await readFileList(dir)
  await rm(path.join(dir, 'dist', BUILD_MARK), { force: true }) // an interrupted build is not complete
  await runWebpack(dir)
  await removeOldFiles(path.join(dir, 'dist'), [...previousFiles, ...(await readFileList(dir))])
  await writeFile(path.join(dir, 'dist', BUILD_MARK), sourceHash)
  const { files, bytes } = JSON.parse(await readFile(path.join(dir, 'dist', RELEASE_FILE), 'utf8'))
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  log(
    `Built the front end ${name} in ${seconds} s: ${Math.ceil(bytes / 1024)} KiB in ${files.length + 1} files to install`,
  )
}

const readFileList = async (dir) =>
  JSON.parse(await readFile(path.join(dir, 'dist', FILE_LIST), 'utf8').catch(() => '[]'))

/** Removes the hashed files that were in no build for 30 days. Each build replaces the others. The modification time is the time of the last build. */
async function removeOldFiles(dist, inUse) {
  const now = new Date()
  for (const file of inUse) await utimes(path.join(dist, file), now, now).catch(() => undefined)
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const days = (now.getTime() - (await stat(file)).mtimeMs) / 86_400_000
    if (entry.isFile() && HASHED_NAME.test(entry.name) && days > MAX_FILE_AGE_DAYS) await rm(file)
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

async function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const sourcePath of paths) {
    for (const file of await listFiles(path.join(root, sourcePath))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function listFiles(target) {
  if ((await stat(target)).isFile()) return [target]
  const files = []
  for (const entry of (await readdir(target, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(target, entry.name)
    if (IGNORED_FILES.test(path.relative(root, file))) continue
    if (entry.isDirectory()) files.push(...(await listFiles(file)))
    else files.push(file)
  }
  return files
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  await buildFrontends({ log: console.log, ...(names.length > 0 ? { names } : {}) })
}
