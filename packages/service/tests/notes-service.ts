import type { Call } from '@meadow/contracts'
import { alice, createTestTokens, testLog } from '@meadow/testing'
import supertest from 'supertest'
import * as z from 'zod'
import { type ClientKey, createService, type ServiceDeps, serve } from '../src/index.ts'

const Text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'), 'Cannot be stored')

/** A call with something to get wrong in each part. */
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
  summary: 'Tells who asks',
  response: z.object({ username: z.string() }),
} as const satisfies Call

export const noteId = '0199a000-0000-7000-8000-000000000001'

/** A small service of the test's own, and what was saved in it. */
export function startNotes(parts: Partial<ServiceDeps> = {}) {
  const tokens = createTestTokens()
  const saved: string[] = []
  const keys: (ClientKey | undefined)[] = []
  const service = createService({
    name: 'notes',
    log: testLog,
    verifier: tokens.verifier,
    routes: [
      serve(saveNote, async ({ member, query, body, key }) => {
        keys.push(key)
        saved.push(body.text)
        return { by: member.username, tag: query.tag, ...body }
      }),
      serve(whoAmI, async ({ member }) => ({ username: member?.username ?? '' })),
    ],
    ...parts,
  })
  const agent = supertest(service.app)
  const save = () => agent.post(`/notes/${noteId}`).set('Authorization', `Bearer ${tokens.tokenFor(alice)}`)
  return { service, agent, tokens, saved, keys, save }
}

/** Sends a body in pieces, without saying its size beforehand. */
export async function sendInPieces(url: string, token: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit)
}
