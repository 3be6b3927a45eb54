import type { Call } from '@meadow/contracts'
import { alice, createTestTokens, testLog } from '@meadow/testing'
import supertest from 'supertest'
import * as z from 'zod'
import { type ClientKey, createService, isOutage, type ServiceDeps, serve } from '../src/index.ts'

const Text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'), 'Cannot be stored')

/** A call with rules for each part of the request. */
const saveNote = {
  method: 'post',
  path: '/notes/:id',
  access: 'member',
  summary: 'Saves a note',
  status: 201,
  idempotent: true,
  params: z.object({ id: z.uuid('Not an id') }),
  query: z.object({ tag: Text.max(20).default('') }),
  body: z.object({ text: Text.trim().min(1, 'Write something').max(100), pinned: z.boolean().default(false) }),
  response: z.object({ by: z.string(), text: z.string(), tag: z.string(), pinned: z.boolean() }),
} as const satisfies Call

const whoAmI = {
  method: 'get',
  path: '/who',
  access: 'anyone',
  summary: 'Returns the caller',
  response: z.object({ username: z.string() }),
} as const satisfies Call

const readNotes = {
  method: 'get',
  path: '/notes',
  access: 'guest',
  summary: 'Returns the reader',
  response: z.object({ username: z.string() }),
} as const satisfies Call

export const noteId = '0199a000-0000-7000-8000-000000000001'

/** Creates a small service with three calls, and records the notes and client keys that it gets. */
export function startNotes(overrides: Partial<ServiceDeps> = {}) {
  const tokens = createTestTokens()
  const saved: string[] = []
  const keys: (ClientKey | undefined)[] = []
  const service = createService({
    name: 'notes',
    isOutage,
    validateResponses: true,
    log: testLog,
    verifier: tokens.verifier,
    routes: [
      serve(saveNote, async ({ member, query, body, key }) => {
        keys.push(key)
        saved.push(body.text)
        return { by: member.username, tag: query.tag, ...body }
      }),
      serve(whoAmI, async ({ member }) => ({ username: member?.username ?? '' })),
      serve(readNotes, async ({ member }) => ({ username: member?.username ?? '' })),
    ],
    ...overrides,
  })
  const agent = supertest(service.app)
  const save = () => agent.post(`/notes/${noteId}`).set('Authorization', `Bearer ${tokens.tokenFor(alice)}`)
  return { service, agent, tokens, saved, keys, save }
}

/** Sends a body in chunks, without a Content-Length. */
export async function sendChunked(url: string, token: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit)
}
