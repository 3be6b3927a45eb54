import { randomUUID } from 'node:crypto'
import { Agent, createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import pg from 'pg'

const [role, given = '', store] = process.argv.slice(2)

/** The newest posts of those whom a member follows, as one walk of indexes. */
const TIMELINE = `
  select newest.* from (
    select to_id as id from follows where from_id = $1 and active union all select $1::uuid
  ) authors cross join lateral (
    select p.* from posts p where p.author_id = authors.id order by p.created_at desc, p.id desc limit 6
  ) newest order by newest.created_at desc, newest.id desc limit 6`

function listenerOf(): RequestListener {
  if (role === 'proxy') {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
    const proxy = createProxyMiddleware({ target: given, agent, changeOrigin: true })
    server.on('upgrade', (request, socket, head) => proxy.upgrade(request, socket as Socket, head))
    return express().use(proxy)
  }
  const pool = new pg.Pool({ connectionString: store, max: 6 })
  const before = {
    answers: async () => {},
    timeline: (member: string) => pool.query({ name: 'timeline', text: TIMELINE, values: [member] }),
    insert: () =>
      pool.query({ name: 'insert', text: 'insert into bare values ($1, $2)', values: [randomUUID(), given] }),
  }[role as 'answers' | 'timeline' | 'insert']
  const bytes = Buffer.from(given)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
  return async (request, response) => {
    await before(String(request.headers['x-member']))
    response.writeHead(200, headers).end(bytes)
  }
}

const server = createServer({ keepAliveTimeout: 65_000 }) // the proxy lets go first, else it would ask who is gone
server.on('request', listenerOf()).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
