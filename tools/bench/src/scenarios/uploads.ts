import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { listProcessTree } from '@meadow/testing/process-tree'
import { type BaselineEncoder, startBaselineEncoder } from '../baseline/baseline-encoder.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { createHttpClient, type HttpRequest } from '../measure/http-load.ts'
import { sendMany } from '../measure/load.ts'
import { createPictureForm, type PictureForm } from '../measure/picture-form.ts'
import { readMemoryMib, readParentPid, readTreeCpuUs, sampleHighest, waitUntilIdle } from '../measure/process-usage.ts'
import { createComparisonRow, createSingleRow, printReport } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { drawLargestPng, drawNoisyJpeg } from '../seed/draw-pictures.ts'

const PICTURES = 4
const UPLOADS_PER_ROUND = 40
/** Fewer, so that the benchmark takes about two minutes. */
const BASELINE_PICTURES_PER_ROUND = 20
const CALLERS = 4
/** Then the processes that have encoded the pictures have ended. */
const SETTLE_MS = 30_000
const SLOW_CLIENTS = 20
const SLOW_UPLOAD_SECONDS = 10
const PIECE_BYTES = 32 * 1024
const MAX_PICTURE_MIB = PICTURE_LIMITS.maxBytes / 1024 ** 2

const MEANING = `${ROUNDS * UPLOADS_PER_ROUND} pictures (JPEG of about 1 MB, 1600 x 1200 pixels) are uploaded through the gateway, ${UPLOADS_PER_ROUND} in each round, ${CALLERS} at a time by
different members. The baseline is one process that encodes the same files with the same function, ${CALLERS} at a time, ${BASELINE_PICTURES_PER_ROUND} in each round, and
stores nothing. Processor time is that of all our processes, with PostgreSQL and the processes that encode. Memory is PSS.
'After the uploads' is the growth of gateway and posts from before the first upload to ${SETTLE_MS / 1000} s after the last round. In 'slow uploads',
${SLOW_CLIENTS} members upload a picture of the largest allowed size (${MAX_PICTURE_MIB} MiB) at the same time, each over ${SLOW_UPLOAD_SECONDS} s in pieces of ${PIECE_BYTES / 1024} KiB. The row is the
highest memory of gateway and posts until all have their response, minus the memory before. These pictures are ${SLOW_CLIENTS * MAX_PICTURE_MIB} MiB together, so
it shows whether they are kept in memory. The processes that encode have a row of their own: their whole memory. The product has no
uploads of videos yet, so pictures stand for them.`

/** Measures the upload of pictures, and the memory that slow uploads need. */
export async function benchUploads(): Promise<void> {
  await using product = await openBenchProduct()
  await using baseline = startBaselineEncoder()
  await using folder = await createTemporaryFolder()
  const jpegs = await Promise.all(Array.from({ length: PICTURES }, (_, seed) => drawNoisyJpeg(seed)))
  const subjects = [
    createProductSubject(product, await Promise.all(jpegs.map((jpeg) => createPictureForm(jpeg, 'image/jpeg')))),
    createBaselineSubject(baseline, await writeFiles(folder.path, jpegs)),
  ] as const
  const pids = product.pids('gateway', 'posts')
  await waitUntilIdle(product.pids())
  const before = readMemoryMib(pids)
  for (const { handlePictures } of subjects) await handlePictures(CALLERS) // warm
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects) await runRound(subject)
    console.log(`Round ${round + 1} of ${ROUNDS} has ended`)
  }
  await delay(SETTLE_MS)
  const after = readMemoryMib(pids)
  const slow = await measureSlowUploads(product, pids)
  const [ours, bare] = subjects.map(({ rounds }) => rounds) as [Rounds, Rounds]
  const rows = [
    createComparisonRow('pictures per second', ours.perSecond, bare.perSecond, '>= 0.7'),
    createComparisonRow('ms of processor time per picture', ours.cpuMs, bare.cpuMs, ''),
    createSingleRow('after the uploads: MiB of gateway and posts', after - before, '<= 64 MiB'),
    createSingleRow('slow uploads: MiB of gateway and posts', slow.highest - after, '<= 64 MiB'),
    createSingleRow('slow uploads: MiB of the encoding processes', slow.encodersHighest),
  ]
  printReport('uploads', rows, MEANING)
}

type Rounds = { perSecond: number[]; cpuMs: number[] }
const emptyRounds = (): Rounds => ({ perSecond: [], cpuMs: [] })

type Subject = {
  /** The process that has started all others, or the only one. */
  pid: number
  /** Handles this many pictures, and returns their number per second. */
  handlePictures(count: number): Promise<number>
  picturesPerRound: number
  rounds: Rounds
}

function createProductSubject(product: BenchProduct, forms: readonly PictureForm[]): Subject {
  const next = createUploadRequests(product, forms)
  return {
    pid: readParentPid(product.stack.pidOf('gateway') ?? 0),
    async handlePictures(count) {
      using client = createHttpClient(product.stack.url, CALLERS)
      const { perSecond } = await sendMany(() => client.send(next()), CALLERS, count)
      await waitUntilIdle(product.pids())
      return perSecond
    },
    picturesPerRound: UPLOADS_PER_ROUND,
    rounds: emptyRounds(),
  }
}

const createBaselineSubject = ({ pid, encode }: BaselineEncoder, files: readonly string[]): Subject => ({
  pid,
  handlePictures: (count) => encode({ files, count, callers: CALLERS }),
  picturesPerRound: BASELINE_PICTURES_PER_ROUND,
  rounds: emptyRounds(),
})

async function runRound({ pid, handlePictures, picturesPerRound, rounds }: Subject): Promise<void> {
  const before = readTreeCpuUs(pid)
  rounds.perSecond.push(await handlePictures(picturesPerRound))
  rounds.cpuMs.push((readTreeCpuUs(pid) - before) / 1000 / picturesPerRound)
}

/** Returns requests that upload the pictures in turn. Only one picture of a member is encoded at a time, so members take turns. */
function createUploadRequests(
  { signToken }: BenchProduct,
  forms: readonly PictureForm[],
): () => HttpRequest & PictureForm {
  const tokens = Array.from({ length: SLOW_CLIENTS }, (_, n) => signToken(n))
  let count = 0
  return () => {
    const { headers, body } = forms[count % forms.length] as PictureForm
    const authorization = `Bearer ${tokens[count++ % tokens.length]}`
    return { method: 'POST', path: '/api/media', headers: { ...headers, authorization }, body }
  }
}

/** Uploads the largest allowed picture by slow clients at the same time. Returns the highest memory meanwhile in MiB. */
async function measureSlowUploads(
  product: BenchProduct,
  pids: readonly number[],
): Promise<{ highest: number; encodersHighest: number }> {
  const next = createUploadRequests(product, [await createPictureForm(await drawLargestPng(), 'image/png')])
  using client = createHttpClient(product.stack.url, SLOW_CLIENTS)
  const uploadSlowly = () => {
    const { headers, body, ...request } = next()
    const lengthHeader = { 'content-length': String(body.length) }
    return client.send({ ...request, headers: { ...headers, ...lengthHeader }, body: Readable.from(splitSlowly(body)) })
  }
  const [posts = 0] = product.pids('posts')
  const listEncoders = () => listProcessTree(posts).filter((pid) => pid !== posts)
  const readers = { highest: () => readMemoryMib(pids), encodersHighest: () => readMemoryMib(listEncoders()) }
  return await sampleHighest(readers, () => sendMany(uploadSlowly, SLOW_CLIENTS, SLOW_CLIENTS))
}

/** Yields the body in small pieces, as a slow client sends it. */
async function* splitSlowly(body: Buffer): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  for (let offset = 0; offset < body.length; offset += PIECE_BYTES) {
    const plannedAt = startedAt + (offset / body.length) * SLOW_UPLOAD_SECONDS * 1000
    await delay(Math.max(0, plannedAt - performance.now()))
    yield body.subarray(offset, offset + PIECE_BYTES)
  }
}

async function createTemporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'meadow-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const writeFiles = (folder: string, contents: readonly Buffer[]): Promise<string[]> =>
  Promise.all(
    contents.map(async (content, n) => {
      const path = join(folder, String(n))
      await writeFile(path, content)
      return path
    }),
  )
