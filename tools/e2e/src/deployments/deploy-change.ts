import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of `release.json` that a new build changes. */
type Release = { build: string; entry: string; entryIntegrity: string; files: string[] }

type Change = { find: string; replace: string }

/**
 * Replaces the build in `dist` by one in which a text of its scripts differs, as a deployment does: changed scripts, and those
 * that name them, get new names. `removeOld` also removes the old files. @throws if no script has the text
 */
export async function deployChange(
  dist: string,
  { find, replace }: Change,
  { removeOld = false } = {},
): Promise<string> {
  const release = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as Release
  const base = release.entry.slice(0, release.entry.lastIndexOf('/') + 1)
  const toFile = (path: string) => join(dist, path.slice(base.length))
  const paths = release.files.filter((path) => path.endsWith('.js'))
  const texts = new Map<string, string>()
  for (const path of [...paths, release.entry]) texts.set(path, await readFile(toFile(path), 'utf8'))
  const hashes = new Map<string, string>()
  const changeHashes = (text: string) =>
    [...hashes].reduce((changed, [old, next]) => changed.replaceAll(old, next), text)

  const pending = paths.filter((path) => texts.get(path)?.includes(find))
  if (pending.length === 0) throw new Error(`No script of ${dist} has the text ${find}`)
  for (const path of pending) {
    const old = readHash(path)
    if (hashes.has(old)) continue
    hashes.set(old, createHash('sha256').update(`${old} ${replace}`).digest('hex').slice(0, 12))
    pending.push(...paths.filter((other) => texts.get(other)?.includes(old)))
  }
  const build = createHash('sha256').update(`${release.build} ${replace}`).digest('hex').slice(0, 16)
  for (const path of paths.filter((path) => hashes.has(readHash(path)))) {
    const text = changeHashes((texts.get(path) ?? '').replaceAll(find, replace))
    await writeFile(toFile(changeHashes(path)), text)
    if (removeOld) for (const suffix of ['', '.br']) await rm(toFile(path) + suffix, { force: true })
  }
  const entry = changeHashes(texts.get(release.entry) ?? '').replaceAll(release.build, build)
  const entryIntegrity = `sha256-${createHash('sha256').update(entry).digest('base64')}`
  for (const file of [toFile(release.entry), join(dist, 'release.json')]) await rm(`${file}.br`, { force: true })
  await writeFile(toFile(release.entry), entry)
  const files = release.files.map(changeHashes)
  await writeFile(
    join(dist, 'release.json'),
    JSON.stringify({ ...release, build, releasedAt: Date.now(), entryIntegrity, files }),
  )
  return build
}

const readHash = (path: string) => /\.([0-9a-f]{12})\./.exec(path)?.[1] ?? ''
