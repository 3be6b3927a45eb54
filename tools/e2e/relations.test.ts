import { calls } from '@meadow/contracts'
import { type ApiClient, createApiClient } from '@meadow/testing/api-client'
import { CALL_MATRIX, type MatrixRequest, STATUSES_BY_OUTCOME } from './src/authorization/call-matrix.ts'
import { createMatrixMembers, type MatrixMembers } from './src/authorization/matrix-members.ts'
import { RELATION_MATRIX, RELATIONS, type Relation } from './src/authorization/relation-matrix.ts'
import { sendMatrixRequest } from './src/authorization/send-matrix-request.ts'
import { expect, test } from './src/fixtures.ts'

type CallName = keyof typeof calls

/** The caller is the partner of the matrix: both follow each other and have a conversation. */
type RelatedMembers = MatrixMembers & { ownMessageId: string }

const BEGIN: Record<Relation, (members: MatrixMembers, api: ApiClient) => Promise<unknown>> = {
  'caller blocks': ({ partner, owner }, { call }) =>
    call(`/users/${owner._id}/block`, { by: partner, body: { state: true } }),
  'owner blocks': ({ partner, owner }, { call }) =>
    call(`/users/${partner._id}/block`, { by: owner, body: { state: true } }),
  'caller mutes': ({ partner, owner }, { call }) =>
    call(`/users/${owner._id}/mute`, { by: partner, body: { state: true } }),
  'owner mutes': ({ partner, owner }, { call }) =>
    call(`/users/${partner._id}/mute`, { by: owner, body: { state: true } }),
}

/** Requests that differ from those of the other matrix: the caller edits their own message. */
const REQUESTS: Partial<Record<CallName, (members: RelatedMembers) => MatrixRequest>> = {
  editMessage: ({ ownMessageId }) => ({ params: { id: ownMessageId }, body: { content: 'Mine, again' } }),
}

for (const relation of RELATIONS) {
  test(`every call has the outcome of its row when the ${relation} the other`, async ({ stack }) => {
    const api = createApiClient(stack.url)
    const matrixMembers = await createMatrixMembers(api)
    const ownMessageId = await api.sendMessage(matrixMembers.partner, matrixMembers.owner, 'Mine')
    const members: RelatedMembers = { ...matrixMembers, ownMessageId }
    const ask = async (name: CallName) => {
      const toRequest = REQUESTS[name] ?? CALL_MATRIX[name].request
      const request = await toRequest({ ...members, api, role: 'partner' })
      const response = await sendMatrixRequest(stack.url, calls[name], request, members.partner.token)
      return { status: response.status, text: await response.text() }
    }
    const listings = (Object.keys(RELATION_MATRIX) as CallName[]).filter((name) => {
      const row = RELATION_MATRIX[name]
      return row !== 'caller only' && row[relation] === 'left out' && name !== 'getSuggestions' // the caller follows the owner
    })
    for (const name of listings)
      await expect(async () => expect((await ask(name)).text).toContain(members.owner._id)).toPass()

    await BEGIN[relation](members, api)
    const differences: string[] = []
    for (const name of Object.keys(RELATION_MATRIX) as CallName[]) {
      const row = RELATION_MATRIX[name]
      if (row === 'caller only') continue
      const wanted = row[relation]
      const statuses = STATUSES_BY_OUTCOME[wanted === 'left out' ? 'done' : wanted]
      const isAsWanted = ({ status, text }: Awaited<ReturnType<typeof ask>>) =>
        statuses.includes(status) && (wanted !== 'left out' || !text.includes(members.owner._id))
      let last = await ask(name)
      await expect(async () => {
        // each service learns the relation from its event
        if (!isAsWanted(last)) last = await ask(name)
        expect(isAsWanted(last)).toBe(true)
      })
        .toPass({ timeout: 5_000 })
        .catch(() => differences.push(`${name}: ${last.status} ${last.text.slice(0, 200)} instead of ${wanted}`))
    }
    expect(differences).toEqual([])
  })
}
