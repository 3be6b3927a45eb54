import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import pg from 'pg'

const [role, argument = '', store] = process.argv.slice(2)

/** Selects the newest posts of the members whom a member follows, with index scans only. */
const TIMELINE_SQL = `
  select newest.* from (
    select to_id as id from follows where from_id = $1 and active union all select $1::uuid
  ) authors cross join lateral (
    select p.* from posts p where p.author_id = authors.id order by p.created_at desc, p.id desc limit 6
  ) newest order by newest.created_at desc, newest.id desc limit 6`

/** Selects the newest posts of a member. */
const AUTHOR_SQL = 'select * from posts where author_id = $1 order by created_at desc, id desc limit 6'

/** Searches posts by words, newest first, and reads a page of them with their authors. */
const SEARCH_SQL = `
  select p.*, m.username, m.full_name, m.avatar, m.is_verified from (
    select post_id, created_at from post_terms where terms @@ $1::tsquery order by created_at desc, post_id desc limit 6
  ) found join posts p on p.id = found.post_id join members m on m.id = p.author_id
  order by found.created_at desc, found.post_id desc`

function createRequestListener(): RequestListener {
  if (role === 'proxy') {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
    const proxy = createProxyMiddleware({ target: argument, agent, changeOrigin: true })
    server.on('upgrade', (request, socket, head) => proxy.upgrade(request, socket as Socket, head))
    return express().use(proxy)
  }
  const pool = new pg.Pool({ connectionString: store, max: 6 })
  const queries = {
    answers: async () => {},
    timeline: (member: string) => pool.query({ name: 'timeline', text: TIMELINE_SQL, values: [member] }),
    author: (member: string) => pool.query({ name: 'author', text: AUTHOR_SQL, values: [member] }),
    /** Not a named statement, as in the product: each search is planned for its words. */
    search: (words: string) => pool.query(SEARCH_SQL, [words]),
    insert: () =>
      pool.query({ name: 'insert', text: 'insert into baseline values ($1, $2)', values: [randomUUID(), argument] }),
  }
  const bytes = Buffer.from(argument)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
  return async (request, response) => {
    const query = role === 'mix' ? selectQuery(request) : (role as keyof typeof queries)
    await queries[query](String(request.headers[query === 'search' ? 'x-search' : 'x-member']))
    response.writeHead(200, headers).end(bytes)
  }
}

/** Selects the query of a request of the mix: create a post, the posts of a member, or the home page. */
function selectQuery({ method, url = '' }: IncomingMessage) {
  if (method === 'POST') return 'insert'
  return url.includes('/user/') ? 'author' : 'timeline'
}

const server = createServer({ keepAliveTimeout: 65_000 }) // longer than the proxy's, which must close idle connections first
server.on('request', createRequestListener()).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
