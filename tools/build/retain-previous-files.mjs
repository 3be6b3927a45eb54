// Adds the hashed files of the previous build of a front end to a new one, for pages that are already open:
// node tools/build/retain-previous-files.mjs PREVIOUS_DIST DIST
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { FILE_LIST } from './webpack/file-list-plugin.mjs'

const HASHED_NAME = /\.[0-9a-f]{12}\./

/**
 * Copies the hashed files of the build in `previousDist` to `dist`. Leaves out those that the build itself has kept of a
 * build before, so that an image has the files of two builds at most. Does nothing if there is no previous build.
 */
export async function retainPreviousFiles(previousDist, dist) {
  const list = await readFile(path.join(previousDist, FILE_LIST), 'utf8').catch(() => '[]')
  for (const file of JSON.parse(list)) {
    if (!HASHED_NAME.test(file)) continue
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true })
    await copyFile(path.join(previousDist, file), path.join(dist, file))
  }
}

const [previousDist, dist] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) await retainPreviousFiles(previousDist, dist)
