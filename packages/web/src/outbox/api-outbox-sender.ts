import { createIndexedDbOutboxStorage, type OutboxDatabase, type SendOutboxRequest } from '@meadow/outbox/engine'
import { ApiError } from '../api/api-error.ts'
import { sendRequest } from '../api/send-request.ts'
import { openMemberDatabase } from '../page/member-database.ts'

/** Provides access tokens of one member. */
export type OutboxTokens = {
  /** Returns an access token of the member. Undefined if the member is not signed in. */
  read: (memberId: string) => Promise<string | undefined> | string | undefined
  /** Returns a new token after the server has rejected one; undefined if a retry would not help. */
  recover: (error: ApiError, rejected: string, memberId: string) => Promise<string | undefined>
}

/** Creates a sender that uses the API with the access token of the entry's member, and renews it once. */
export function createApiOutboxSender(tokens: OutboxTokens): SendOutboxRequest {
  return async (request, { memberId, signal, onProgress }) => {
    const token = await tokens.read(memberId)
    if (!token) throw createSignedOutError()
    const send = (currentToken: string) => sendRequest({ ...request, token: currentToken, signal, onProgress })
    return send(token).catch(async (error: unknown) => {
      const renewed = error instanceof ApiError ? await tokens.recover(error, token, memberId) : undefined
      if (!renewed) throw error
      return send(renewed)
    })
  }
}

/** Creates the error of an attempt without a session of the member: the entry waits for them. */
const createSignedOutError = () =>
  new ApiError({ status: 401, code: 'token_missing', message: 'The member is not signed in' })

/** Creates the storage of the outbox in the database of this device's member. */
export const createMemberOutboxStorage = () =>
  createIndexedDbOutboxStorage(openMemberDatabase as () => Promise<unknown> as () => Promise<OutboxDatabase>)
