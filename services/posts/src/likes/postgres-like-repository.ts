import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { PostgresPool } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { UNKNOWN_MEMBER } from './like-batch.ts'
import type { LikeRepository } from './like-repository.ts'
import type { LikeWriter } from './postgres-like-writer.ts'

export const createPostgresLikeRepository = (pool: PostgresPool, writer: LikeWriter): LikeRepository => ({
  async set(change, state) {
    const result = await writer.write({ change, state })
    if (result !== UNKNOWN_MEMBER) return result
    await requireActiveMember(createPostgresMemberReadModel(pool), change.by)
    const repeated = await writer.write({ change, state })
    if (repeated === UNKNOWN_MEMBER) throw new DomainError('forbidden') // erased in between
    return repeated
  },
})
