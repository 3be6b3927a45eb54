import { openPostgres } from '@meadow/storage'
import { createPostgresMemberDirectory } from '../../../services/social/src/directory/postgres-member-directory.ts'
import { compare, quantile, type Row, report } from './figures.ts'
import { idOf } from './ids.ts'
import { saturate } from './load.ts'
import { ROUNDS } from './measured.ts'
import { openProduct, type Product } from './product.ts'
import { SEARCHES, seedDirectory } from './seed-directory.ts'

const SECONDS = 2
const LIMIT = 10
const VIEWER = 7

const MEANING = `A page of the directory of 100,000 members, asked by one caller, beside the bare indexed query (members whose name
begins so or contains it, in order, without policy, follows or HTTP). 'HTTP' asks social itself, 'SQL' sends its statements
without it. p50 and p99 are milliseconds.`

/** What a search costs at least: a walk of its index. */
const BARE = {
  prefix: `select id, username, full_name, avatar, is_verified from members
    where folded_name collate "C" like $1 || '%' order by folded_name collate "C", id limit ${LIMIT + 1}`,
  infix: `select id, username, full_name, avatar, is_verified from members
    where found_by like '%' || $1 || '%' order by username collate "C", id limit ${LIMIT + 1}`,
} as const
type Kind = keyof typeof BARE

/** `GET /auth/users?query=` by the beginning of names and by parts of them. */
export async function search(): Promise<void> {
  await using product = await openProduct()
  await seedDirectory(product)
  const rows: Row[] = []
  for (const kind of ['prefix', 'infix'] as const) rows.push(...(await measure(product, kind)))
  report('search', rows, MEANING)
}

async function measure({ urlOf, storeOf, tokenOf }: Product, kind: Kind): Promise<Row[]> {
  const social = await urlOf('social')
  await using pool = await openPostgres(storeOf('meadow_social'), { maxConnections: 1 })
  const headers = { authorization: `Bearer ${tokenOf(VIEWER)}` }
  const words = SEARCHES[kind]
  let asked = 0
  const nextWord = () => words[asked++ % words.length] ?? ''
  const next = () => ({ path: `/auth/users?limit=${LIMIT}&query=${nextWord()}`, headers })

  const directory = createPostgresMemberDirectory(pool)
  const window = { limit: LIMIT, after: undefined, skip: 0 }
  const subjects = {
    bare: () => timed(() => pool.query(BARE[kind], [nextWord()])),
    sql: () =>
      timed(() => directory.search({ text: nextWord(), isUsername: false }, { _id: idOf('member', VIEWER) }, window)),
    http: async () => (await saturate({ url: social, next, seconds: SECONDS }, 1)).took,
  }
  for (const ask of Object.values(subjects)) await ask() // warm
  const rounds = { bare: [] as number[][], sql: [] as number[][], http: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['bare', 'sql', 'http'] as const) rounds[name].push(await subjects[name]())

  const at = (share: number, of: number[][]) => of.map((took) => quantile(took, share))
  return [
    compare(`${kind}: p50, HTTP`, at(0.5, rounds.http), at(0.5, rounds.bare), '<= 3'),
    compare(`${kind}: p50, SQL`, at(0.5, rounds.sql), at(0.5, rounds.bare), ''),
    compare(`${kind}: p99, HTTP`, at(0.99, rounds.http), at(0.99, rounds.bare), ''),
  ]
}

/** How long it takes, again and again; in order of size. */
async function timed(ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    const at = performance.now()
    await ask()
    took.push(performance.now() - at)
  }
  return took.sort((a, b) => a - b)
}
