import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { fillAccount, findFiles, findTraces, SECRET, type Trace } from '@meadow/testing/member-traces'
import { queryDatabase } from '@meadow/testing/query-database'
import { createPushSubscription } from './src/authorization/call-matrix.ts'
import { expect, test } from './src/fixtures.ts'

const FULL_NAME = 'Odalys Vanterpool'

/** The tables in which the id of an erased member stays, with the reason. docs/retention.md says for how long. */
const TABLES_WITH_ID: Record<string, string> = {
  members: 'the tombstone, so that no late event brings the member back',
  erasures: 'the receipt',
  erasure_confirmations: 'the receipt',
  conversations: 'the other member keeps the conversation',
  conversation_members: 'the other member keeps the conversation',
  messages: 'the place of a deleted message in the conversation of the other member',
  session_cutoffs: 'ends the access tokens of the last minutes',
  'posts.discover_snapshots': "the places of posts in another member's visit of Discover, for six hours",
  'social.counted_posts': 'no late event counts a deleted post again',
  'social.post_counts': 'the number of posts, which is 0',
  'notify.posts': 'no late event tells of a deleted post',
  'notify.known_likes': 'no late event tells of a like again',
  'notify.known_shares': 'no late event tells of a share again',
  'notify.known_follows': 'no late event tells of a follow again',
}

test('nothing but the id of an erased member is in any table or folder, exports and push subscriptions included', async ({
  product,
}) => {
  const { stack } = product
  const api = createApiClient(stack.url)
  const [leaver, neighbour] = [await api.register(FULL_NAME), await api.register('Nils Neighbour')]
  await api.makeMutualFollowers(leaver, neighbour)
  await fillAccount(api, { leaver, neighbour, messages: 3, posts: 2 })
  const subscription = createPushSubscription()
  await api.call('/push/subscribe', { by: leaver, body: { subscription } })
  const { folder } = await makeExport(leaver)
  const { username, email } = leaver.account
  const texts = [username, email, FULL_NAME, SECRET, subscription.endpoint, folder]
  const before = await findTraces(stack, [...texts, leaver._id])
  const found = new Set(before.traces.map(({ text }) => text))
  expect(texts.filter((text) => !found.has(text))).toEqual([]) // each of them was somewhere
  expect(before.traces.length).toBeGreaterThan(15)

  await api.call('/auth/account', { by: leaver, method: 'DELETE', body: { password: leaver.account.password } })
  await queryDatabase(stack, 'auth', "update accounts set erases_at = now() - interval '1 second' where id = $1", [
    leaver._id,
  ])
  await expect(async () => {
    const parts = 'select from erasure_confirmations where member_id = $1'
    expect(await queryDatabase(stack, 'auth', parts, [leaver._id])).toHaveLength(5)
    const waiting = 'select from mails where recipient = $1 and sent_at is null'
    expect(await queryDatabase(stack, 'auth', waiting, [email])).toEqual([])
    expect(await findFiles(stack, leaver._id)).toEqual([])
    expect(await findFiles(stack, folder)).toEqual([])
  }).toPass({ timeout: 60_000 })
  await queryDatabase(stack, 'auth', 'delete from mails where recipient = $1', [email]) // as an hour later
  const after = await findTraces(stack, [...texts, leaver._id])
  expect(after.tables).toBe(before.tables)
  expect(after.traces.filter(({ text }) => text !== leaver._id)).toEqual([])
  const withId = after.traces.filter(({ text }) => text === leaver._id).filter((trace) => !isExpected(trace))
  expect(withId).toEqual([])

  /** Asks for an export, and waits until it can be downloaded. Returns its folder. */
  async function makeExport(by: ApiMember): Promise<{ folder: string }> {
    await api.call('/auth/export', { by, method: 'POST' })
    await expect(async () => {
      const { export: latest } = await api.call<{ export: { status: string } }>('/auth/export', { by })
      expect(latest.status).toBe('ready')
    }).toPass({ timeout: 60_000 })
    const [row] = await queryDatabase(stack, 'auth', 'select folder from exports where account_id = $1', [by._id])
    return { folder: String(row?.['folder']) }
  }
})

const isExpected = ({ table }: Trace): boolean => {
  const [database, , name = ''] = table.split('.')
  return name in TABLES_WITH_ID || `${database}.${name}` in TABLES_WITH_ID
}
