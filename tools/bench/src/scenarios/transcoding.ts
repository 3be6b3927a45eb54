import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { createHttpClient, type HttpLoad, type HttpRequest, runAtRate, runSaturated } from '../measure/http-load.ts'
import { createComparisonRow, createRangeRow, getQuantile, printReport } from '../measure/report.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedConversations } from '../seed/seed-conversations.ts'
import { MEMBER_COUNT, toSeedId } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts, seedStrangers } from '../seed/seed-posts.ts'
import { buildTimelines, createHomeRequests } from './home.ts'

const SECONDS = 5
const CALLERS = 16
const VIEWERS = Array.from({ length: 500 }, (_, n) => n * Math.floor(MEMBER_COUNT / 500))
const VIDEO = join(import.meta.dirname, '../../../community/videos/ridge.mp4')
const VOICE_SECONDS = 30
const SAMPLE_RATE = 16_000
/** So many files wait that the encoder never has nothing to do. */
const WAITING = 2
const POLL_MS = 50
const COUNT_TASKS_SQL = 'select ((select count(*) from video_tasks) + (select count(*) from voice_tasks))::int as count'

const MEANING = `The home page of a random member, at a third of saturation, while chat encodes videos of nine seconds and recordings of ${VOICE_SECONDS} seconds
without a pause. The baseline is the same without encoding, in turns. p50 and p99 are milliseconds.`

/** Measures home pages beside the encoding of videos and recordings. */
export async function benchTranscoding(): Promise<void> {
  await using product = await openBenchProduct()
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, MEMBER_COUNT)
  await seedStrangers(product, 'meadow_chat')
  await seedConversations(product, 1, 2)
  await buildTimelines(product, VIEWERS)
  const load = { url: product.stack.url, next: createHomeRequests(product, VIEWERS), seconds: SECONDS }
  const { perSecond } = await runSaturated(load, CALLERS)
  const files = await createFiles(product)
  const alone = { p50: [] as number[], p99: [] as number[] }
  const beside = { p50: [] as number[], p99: [] as number[] }
  const encoded: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await measure(load, perSecond / 3, alone)
    await using encoding = await keepEncoding(product, files)
    await measure(load, perSecond / 3, beside)
    encoded.push(await encoding.stop())
  }
  const rows = [
    createComparisonRow('home beside encoding: p50', beside.p50, alone.p50, ''),
    createComparisonRow('home beside encoding: p99', beside.p99, alone.p99, '<= 1.5'),
    createRangeRow('files encoded per round', encoded),
  ]
  printReport('transcoding', rows, MEANING)
}

async function measure(load: HttpLoad, rate: number, figures: { p50: number[]; p99: number[] }): Promise<void> {
  const { durationsMs } = await runAtRate(load, rate)
  figures.p50.push(getQuantile(durationsMs, 0.5))
  figures.p99.push(getQuantile(durationsMs, 0.99))
}

/** Creates the requests that send a video and a recording to the member 1, by the member 0. */
async function createFiles(product: BenchProduct): Promise<HttpRequest[]> {
  const video = new File([new Uint8Array(await readFile(VIDEO))], 'ridge.mp4', { type: 'video/mp4' })
  const voice = new File([new Uint8Array(createTone())], 'tone.wav', { type: 'audio/wav' })
  return [
    await createRequest(product, '/api/messages/video', 'video', video),
    await createRequest(product, '/api/messages/voice', 'audio', voice),
  ]
}

async function createRequest(product: BenchProduct, path: string, field: string, file: File): Promise<HttpRequest> {
  const form = new FormData()
  form.append('recipientId', toSeedId('member', 1))
  form.append(field, file)
  const encoded = new Response(form)
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    authorization: `Bearer ${product.signToken(0)}`,
  }
  return { method: 'POST', path, headers, body: Buffer.from(await encoded.arrayBuffer()) }
}

/** Creates a tone of 440 Hz as a WAV file. Source: Multimedia Programming Interface and Data Specifications 1.0, 1991. */
function createTone(): Buffer {
  const samples = Int16Array.from(
    { length: VOICE_SECONDS * SAMPLE_RATE },
    (_, n) => 10_000 * Math.sin((n * 2 * Math.PI * 440) / SAMPLE_RATE),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // one channel
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

/** Sends files in turns, so that some always wait to be encoded. `stop` waits until all are encoded and returns their number. */
async function keepEncoding(product: BenchProduct, files: readonly HttpRequest[]) {
  const client = createHttpClient(product.stack.url)
  const countTasks = async () => Number((await product.query('meadow_chat', COUNT_TASKS_SQL))[0]?.['count'])
  let isStopped = false
  let sent = 0
  const sendNext = () => client.send(files[sent++ % files.length] as HttpRequest)
  while (sent < WAITING) await sendNext()
  const feeding = (async () => {
    while (!isStopped) {
      if ((await countTasks()) < WAITING) await sendNext()
      await delay(POLL_MS)
    }
  })()
  async function stop(): Promise<number> {
    isStopped = true
    await feeding
    while ((await countTasks()) > 0) await delay(POLL_MS)
    return sent
  }
  return {
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      client[Symbol.dispose]()
    },
  }
}
