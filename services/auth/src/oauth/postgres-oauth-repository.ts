import { appendToPostgresOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import { toEmailKey } from '../accounts/account.ts'
import { addAccount, findTakenFields } from '../accounts/postgres-account-repository.ts'
import type { OauthFlowsTable, OauthIdentitiesTable } from '../schema.ts'
import type { OAuthFlow } from './oauth-flow.ts'
import type { OAuthProviderId, ProviderIdentity } from './oauth-provider.ts'
import type { OAuthFlowKey, OAuthRepository } from './oauth-repository.ts'

const FLOW_COLUMNS = 'token_hash, browser_hash, step, provider, next, remember, account_id, identity, expires_at'
const FLOW_CONDITION = 'token_hash = $1 and browser_hash = $2 and step = $3 and expires_at > $4'

/** Creates the repository of identities and flows on PostgreSQL. */
export const createPostgresOAuthRepository = (pool: PostgresPool): OAuthRepository => ({
  async addFlow({ tokenHash, browserHash, step, provider, next, remember, accountId, identity, expiresAt }) {
    await pool.query(`insert into oauth_flows (${FLOW_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
      tokenHash,
      browserHash,
      step,
      provider,
      next,
      remember,
      accountId,
      identity && JSON.stringify(identity),
      expiresAt,
    ])
  },

  takeFlow: (key) => takeFlow(pool, key),

  async findFlow(key) {
    const { rows } = await pool.query<OauthFlowsTable>(
      `select ${FLOW_COLUMNS} from oauth_flows where ${FLOW_CONDITION}`,
      toFlowValues(key),
    )
    return rows[0] && toFlow(rows[0])
  },

  async deleteExpiredFlows(now) {
    await pool.query('delete from oauth_flows where expires_at <= $1', [now])
  },

  async findOwners(provider, { subject, email, isEmailVerified }, callerId) {
    const { rows } = await pool.query<{
      linked_to: string | null
      same_email: string | null
      same_email_has_provider: boolean
      caller_has_provider: boolean
    }>(
      `select (select account_id from oauth_identities where provider = $1 and subject = $2) as linked_to,
              a.id as same_email,
              exists (select from oauth_identities where account_id = a.id and provider = $1) as same_email_has_provider,
              exists (select from oauth_identities where account_id = $4 and provider = $1) as caller_has_provider
       from (select 1) one left join accounts a on a.email_key = $3`,
      [provider, subject, isEmailVerified && email ? toEmailKey(email) : null, callerId],
    )
    const [row] = rows
    return {
      linkedTo: row?.linked_to ?? undefined,
      sameEmail: row?.same_email ? { accountId: row.same_email, hasProvider: row.same_email_has_provider } : undefined,
      callerHasProvider: row?.caller_has_provider ?? false,
    }
  },

  connect: (connection) => addIdentity(pool, connection),

  link: (flow, connection, toVerifiedEvent) =>
    withPostgresTransaction(pool, async (tx) => {
      await consumePendingFlow(tx, flow)
      await addIdentity(tx, connection)
      const { rowCount } = await tx.query(
        'update accounts set email_verified = true where id = $1 and email_key = $2 and not email_verified',
        [connection.accountId, toEmailKey(connection.identity.email ?? '')],
      )
      if (rowCount === 1) await appendToPostgresOutbox(tx, toVerifiedEvent())
    }),

  async register({ flow, connection, ...addition }) {
    const isAdded = await withPostgresTransaction(pool, async (tx) => {
      if (!(await addAccount(tx, addition))) return false // the flow remains for another name
      await consumePendingFlow(tx, flow)
      await addIdentity(tx, connection)
      return true
    })
    return isAdded ? [] : findTakenFields(pool, addition.account)
  },

  async listConnected(accountId) {
    const { rows } = await pool.query<OauthIdentitiesTable & { provider: OAuthProviderId }>(
      'select provider, email, connected_at from oauth_identities where account_id = $1 order by provider',
      [accountId],
    )
    return rows.map((row) => ({ provider: row.provider, email: row.email, connectedAt: row.connected_at }))
  },

  disconnect: (accountId, provider, isAllowed) =>
    withPostgresTransaction(pool, async (tx) => {
      const { rows: accounts } = await tx.query<{ has_password: boolean }>(
        'select has_password from accounts where id = $1 for update',
        [accountId],
      )
      const { rows: identities } = await tx.query<{ provider: string }>(
        // after the lock: another may have been disconnected
        'select provider from oauth_identities where account_id = $1 and provider <> $2',
        [accountId, provider],
      )
      const { rows: passkeys } = await tx.query<{ count: number }>(
        'select count(*)::int as count from passkeys where account_id = $1',
        [accountId],
      )
      const connected = identities.map(({ provider: name }) => name)
      const passkeyCount = passkeys[0]?.count ?? 0
      if (!accounts[0] || !isAllowed({ hasPassword: accounts[0].has_password, connected, passkeyCount })) return false
      await tx.query('delete from oauth_identities where account_id = $1 and provider = $2', [accountId, provider])
      return true
    }),
})

async function takeFlow(tx: Queryable, key: OAuthFlowKey): Promise<OAuthFlow | undefined> {
  const { rows } = await tx.query<OauthFlowsTable>(
    `delete from oauth_flows where ${FLOW_CONDITION} returning ${FLOW_COLUMNS}`,
    toFlowValues(key),
  )
  return rows[0] && toFlow(rows[0])
}

async function consumePendingFlow(tx: Queryable, key: OAuthFlowKey): Promise<void> {
  if (!(await takeFlow(tx, key))) throw new DomainError('oauth_failed') // used concurrently
}

type NewConnection = Parameters<OAuthRepository['connect']>[0]

async function addIdentity(tx: Queryable, { provider, identity, accountId, now }: NewConnection): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into oauth_identities (provider, subject, account_id, email, connected_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [provider, identity.subject, accountId, identity.email, now],
  )
  if (rowCount === 0) throw new DomainError('provider_taken')
}

const toFlowValues = ({ tokenHash, browserHash, step, now }: OAuthFlowKey) => [tokenHash, browserHash, step, now]

const toFlow = (row: OauthFlowsTable): OAuthFlow => ({
  tokenHash: row.token_hash,
  browserHash: row.browser_hash,
  step: row.step as OAuthFlow['step'],
  provider: row.provider as OAuthProviderId,
  next: row.next,
  remember: row.remember,
  accountId: row.account_id,
  identity: row.identity as ProviderIdentity | null,
  expiresAt: row.expires_at,
})
