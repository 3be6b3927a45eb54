import type { PostgresPool } from '@meadow/storage'

/** A proof of a session that can be used once until `expiresAt`. The store has the SHA-256 of its 32 random bytes. */
type Proof = { proofHash: Buffer; accountId: string; sessionId: string; expiresAt: Date }

/** Stores proofs. */
export type ProofRepository = {
  add(proof: Proof): Promise<void>
  /** Uses a proof. Returns false if the session has no such one that can be used at `now`. */
  take(use: Omit<Proof, 'expiresAt'> & { now: Date }): Promise<boolean>
  deleteExpired(now: Date): Promise<void>
}

/** Creates the repository of proofs on PostgreSQL. */
export const createPostgresProofRepository = (pool: PostgresPool): ProofRepository => ({
  async add({ proofHash, accountId, sessionId, expiresAt }) {
    await pool.query('insert into proofs (proof_hash, account_id, session_id, expires_at) values ($1, $2, $3, $4)', [
      proofHash,
      accountId,
      sessionId,
      expiresAt,
    ])
  },

  async take({ proofHash, accountId, sessionId, now }) {
    const { rowCount } = await pool.query(
      'delete from proofs where proof_hash = $1 and account_id = $2 and session_id = $3 and expires_at > $4',
      [proofHash, accountId, sessionId, now],
    )
    return rowCount === 1
  },

  async deleteExpired(now) {
    await pool.query('delete from proofs where expires_at <= $1', [now])
  },
})
