import { randomUUID } from 'node:crypto'
import { startPasswordVerifier } from '../baseline/password-verifier.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { createHttpClient, type HttpClient, HttpStatusError } from '../measure/http-load.ts'
import { type LoadResult, type SendOperation, saturate, sendAtRate } from '../measure/load.ts'
import { readCpuUs } from '../measure/process-usage.ts'
import { createComparisonRow, createRangeRow, getQuantile, printReport } from '../measure/report.ts'
import { createFeedRequests } from '../mix/feed-mix.ts'
import { openBenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT } from '../seed/seed-ids.ts'
import { seedMembers, seedPosts } from '../seed/seed-posts.ts'

const SECONDS = 2
const ACCOUNTS = 64
const PASSWORD = 'a long password 1'
/** More than auth hashes at the same time, so that it always hashes, and few enough that none is refused. */
const CALLERS = 8
const HOME_PAGES_PER_SECOND = 20
/** The sign-ins that are offered, as a multiple of those that succeed at saturation. */
const SURPLUS_FACTOR = 4
const MAX_CONNECTIONS = 256
/** Too many wait for auth; or one has waited for longer than the gateway waits for a response. */
const REFUSED_STATUSES = [429, 503]

const MEANING = `Sign-ins with right passwords through the gateway, by ${CALLERS} callers. Auth hashes two passwords at a time, lets 32 wait and refuses
more with status 429. The baseline verifies passwords with the same library, parameters and concurrency, in a process that does nothing
else. 'us' is processor time of all our processes per sign-in, without PostgreSQL. Home pages: milliseconds of ${HOME_PAGES_PER_SECOND} pages a second
while ${CALLERS} callers sign in; the baseline is the same without them. Surplus: ${SURPLUS_FACTOR} times the sign-ins that succeed at saturation, at a
constant rate; milliseconds until the response to those that are refused (status 429 or 503), and those that succeed, compared with saturation.`

type Figures = Record<
  | 'hashes'
  | 'hashUs'
  | 'signIns'
  | 'signInUs'
  | 'quietP50'
  | 'quietP99'
  | 'besideP50'
  | 'besideP99'
  | 'refusedP50'
  | 'refusedP99'
  | 'refusedShare'
  | 'accepted',
  number[]
>

/** Measures `POST /auth/login`: beside the bare password hash, what it costs home pages, and what surplus ones get. */
export async function benchSignIn(): Promise<void> {
  await using product = await openBenchProduct()
  await seedMembers(product, 'meadow_posts')
  await seedPosts(product, 0, MEMBER_COUNT)
  const { url } = product.stack
  await using verifier = startPasswordVerifier()
  using client = createHttpClient(url, MAX_CONNECTIONS)
  const usernames = await registerMembers(client, url)
  const signIn = createSignIns(client, url, usernames)
  const { home } = createFeedRequests(product)
  let pages = 0
  const readHome = () => sendAtRate(() => client.send(home(pages++)), HOME_PAGES_PER_SECOND, SECONDS)
  const saturateSignIn = () => saturate(signIn, CALLERS, SECONDS)

  const figures = createEmptyFigures()
  for (const warmUp of [() => verifier.run(SECONDS), saturateSignIn, readHome]) await warmUp()
  for (let round = 0; round < ROUNDS; round++) {
    const hashes = await measureUs(verifier.pids, () => verifier.run(SECONDS))
    figures.hashes.push(hashes.result.perSecond)
    figures.hashUs.push(hashes.us / hashes.result.count)
    const signIns = await measureUs(product.pids(), saturateSignIn)
    figures.signIns.push(signIns.result.perSecond)
    figures.signInUs.push(signIns.us / signIns.result.durationsMs.length)

    const quiet = await readHome()
    const [beside] = await Promise.all([readHome(), saturateSignIn()])
    addHomePages(figures, quiet, beside)
    addSurplus(figures, await offerSurplus(signIn, signIns.result.perSecond * SURPLUS_FACTOR))
    console.log(`Round ${round + 1} of ${ROUNDS} has ended`)
  }
  printReport('sign-in', rowsOf(figures), MEANING)
}

const createEmptyFigures = (): Figures => ({
  hashes: [],
  hashUs: [],
  signIns: [],
  signInUs: [],
  quietP50: [],
  quietP99: [],
  besideP50: [],
  besideP99: [],
  refusedP50: [],
  refusedP99: [],
  refusedShare: [],
  accepted: [],
})

const rowsOf = (figures: Figures) => [
  createComparisonRow('per second', figures.signIns, figures.hashes, '>= 0.9'),
  createComparisonRow('us', figures.signInUs, figures.hashUs, ''),
  createComparisonRow('home pages: p50', figures.besideP50, figures.quietP50, '<= 3'),
  createComparisonRow('home pages: p99', figures.besideP99, figures.quietP99, ''),
  createRangeRow('surplus: p50 of refused', figures.refusedP50),
  createRangeRow('surplus: p99 of refused', figures.refusedP99, '<= 20 ms'),
  createRangeRow('surplus: % refused', figures.refusedShare),
  createComparisonRow('surplus: sign-ins per second', figures.accepted, figures.signIns, ''),
]

/** Registers members through the gateway. Returns their usernames. */
async function registerMembers(client: HttpClient, origin: string): Promise<string[]> {
  const headers = { origin, 'content-type': 'application/json' }
  const usernames: string[] = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const username = `signin.${n}.${randomUUID().slice(0, 8)}`
    const account = { username, email: `${username}@example.org`, fullName: 'Ann Example', password: PASSWORD }
    await client.send({ method: 'POST', path: '/api/auth/register', headers, body: JSON.stringify(account) })
    usernames.push(username)
  }
  return usernames
}

/** Returns an operation that signs in one member after the other. */
function createSignIns(client: HttpClient, origin: string, usernames: readonly string[]): SendOperation {
  const headers = { origin, 'content-type': 'application/json' }
  const bodies = usernames.map((email) => JSON.stringify({ email, password: PASSWORD }))
  let count = 0
  return () =>
    client.send({ method: 'POST', path: '/api/auth/login', headers, body: bodies[count++ % bodies.length] ?? '' })
}

/** Runs work and measures the processor time of these processes. */
async function measureUs<T>(pids: readonly number[], run: () => Promise<T>): Promise<{ result: T; us: number }> {
  const before = readCpuUs(pids)
  const result = await run()
  return { result, us: readCpuUs(pids) - before }
}

function addHomePages(figures: Figures, quiet: LoadResult, beside: LoadResult): void {
  figures.quietP50.push(getQuantile(quiet.durationsMs, 0.5))
  figures.quietP99.push(getQuantile(quiet.durationsMs, 0.99))
  figures.besideP50.push(getQuantile(beside.durationsMs, 0.5))
  figures.besideP99.push(getQuantile(beside.durationsMs, 0.99))
}

/** The sorted durations (ms) of the refused sign-ins, and the sign-ins that succeeded per second. */
type Surplus = { refusedMs: number[]; refusedShare: number; perSecond: number }

/** Sends sign-ins at a constant rate. @throws if none is refused, or the first error that is no refusal */
async function offerSurplus(signIn: SendOperation, rate: number): Promise<Surplus> {
  const refusedMs: number[] = []
  async function signInOrRefuse(): Promise<number> {
    const startedAt = performance.now()
    try {
      return await signIn()
    } catch (error) {
      if (!(error instanceof HttpStatusError && REFUSED_STATUSES.includes(error.status ?? 0))) throw error
      const endedAt = performance.now()
      refusedMs.push(endedAt - startedAt)
      return endedAt
    }
  }
  const { durationsMs, perSecond } = await sendAtRate(signInOrRefuse, rate, SECONDS)
  if (refusedMs.length === 0) throw new Error('No sign-in was refused')
  refusedMs.sort((a, b) => a - b)
  const refusedShare = refusedMs.length / durationsMs.length
  return { refusedMs, refusedShare, perSecond: perSecond * (1 - refusedShare) }
}

function addSurplus(figures: Figures, { refusedMs, refusedShare, perSecond }: Surplus): void {
  figures.refusedP50.push(getQuantile(refusedMs, 0.5))
  figures.refusedP99.push(getQuantile(refusedMs, 0.99))
  figures.refusedShare.push(refusedShare * 100)
  figures.accepted.push(perSecond)
}
