import { setTimeout as delay } from 'node:timers/promises'
import { setImage, type Workload, waitForRollout } from '../cluster/deployments.ts'
import { runProgram } from '../cluster/kubectl.ts'
import { type LoadImages, toImage } from '../deploy/images.ts'

const FRONTEND = 'feed'
const NEXT_IMAGE = toImage(`frontend-${FRONTEND}`, 'next')
const DIST = `frontends/${FRONTEND}/dist`
const ENTRY = 'remoteEntry.js'
const PAUSE_MS = 25
/** Longer than instances of the previous version end after their successors are ready. */
const SETTLE_MS = 8_000

/** Gives all hashed files other names, as a build of changed sources does, and keeps those of the previous build. */
const RENAME_HASHED_FILES = `
const { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const reverse = (text) => text.replace(/\\b[0-9a-f]{12}\\b/g, (hash) => [...hash].reverse().join(''))
for (const file of readdirSync('${DIST}', { recursive: true }).map((name) => '${DIST}/' + name)) {
  if (/\\.br$/.test(file)) rmSync(file)
  else if (/\\.(js|css|html|json|map)$/.test(file)) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(reverse(file), reverse(text))
  }
}`

/** Builds an image of the feed whose hashed files have other names, and copies it to the nodes. */
export async function buildNextFrontend(loadImages: LoadImages): Promise<void> {
  const command = JSON.stringify(['node', '-e', RENAME_HASHED_FILES])
  const dockerfile = `FROM ${toImage(`frontend-${FRONTEND}`)}\nUSER 0:0\nRUN ${command}\nUSER 1000:1000\n`
  await runProgram('docker', ['build', '--quiet', '--tag', NEXT_IMAGE, '-'], dockerfile)
  await loadImages([NEXT_IMAGE])
}

/**
 * Updates a front end while pages load it: each reads the entry and then all hashed files of that build. Pages that were
 * open before go on loading the files of the previous build.
 * @throws if a file was missing
 */
export async function updateFrontend(url: string, note: (finding: string) => void): Promise<void> {
  const workload: Workload = `deployment/frontend-${FRONTEND}`
  const base = `${url}/mf/${FRONTEND}/`
  const [current, next] = [await listHashedFiles(toImage(`frontend-${FRONTEND}`)), await listHashedFiles(NEXT_IMAGE)]
  const added = next.filter((file) => !current.includes(file))
  const counts = { pages: 0, nextPages: 0, files: 0 }
  const failed: string[] = []
  const load = async (file: string) => {
    const response = await fetch(base + file)
    await response.arrayBuffer()
    counts.files++
    if (!response.ok) failed.push(`${new Date().toISOString()} ${file}: ${response.status}`)
  }
  let isEnded = false
  const loadPages = async () => {
    for (; !isEnded; await delay(PAUSE_MS)) {
      const entry = await (await fetch(base + ENTRY)).text()
      const isNext = added.some((file) => entry.includes(/\.([0-9a-f]{12})\./.exec(file)?.[1] ?? file))
      counts.pages++
      if (isNext) counts.nextPages++
      for (const file of isNext ? added : current) await load(file)
    }
  }
  const keepPageOpen = async () => {
    for (; !isEnded; await delay(PAUSE_MS)) for (const file of current) await load(file)
  }
  const loading = Promise.all([loadPages(), keepPageOpen()])
  loading.catch(() => undefined) // handled below
  try {
    await setImage(workload, NEXT_IMAGE)
    await waitForRollout(workload)
    await delay(SETTLE_MS)
  } finally {
    isEnded = true
    await loading.catch(() => undefined) // handled below
    await setImage(workload, toImage(`frontend-${FRONTEND}`))
    await waitForRollout(workload)
  }
  await loading
  note(
    `${counts.pages} pages, ${counts.nextPages} of them of the next build; ${counts.files} hashed files, ${failed.length} missing`,
  )
  if (failed.length > 0) throw new Error(failed.slice(0, 5).join('\n'))
  if (counts.nextPages === 0 || counts.nextPages === counts.pages) throw new Error('Only one of the builds was served')
}

/** Lists the files with a hash in their name in the build of an image. */
async function listHashedFiles(image: string): Promise<string[]> {
  const script = `console.log(require('node:fs').readdirSync('${DIST}', { recursive: true }).join('\\n'))`
  const files = await runProgram('docker', ['run', '--rm', '--network', 'none', image, 'node', '-e', script])
  return files.split('\n').filter((file) => /\.[0-9a-f]{12}\.(js|css)$/.test(file))
}
