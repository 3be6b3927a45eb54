import { MAX_REQUEST_MESSAGES } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import type { UnreadTotal } from '../conversations/conversation.ts'

/**
 * Refuses the first message to a member whose settings allow only a request, until it counts as one of those that the sender may open in a
 * day. To others, it is the refusal of a member whom one may not write to.
 */
export class RequestPermitMissing extends DomainError {
  constructor() {
    super('not_mutual')
  }
}

/** @throws RequestPermitMissing unless the message may open a message request */
export function assertMayRequest({ mayRequest = false }: { mayRequest?: boolean }): void {
  if (!mayRequest) throw new RequestPermitMissing()
}

/**
 * Checks a message of the sender of a request, which has `seq` messages. A request is text, and short: nobody gets pictures or a flood of
 * messages of a stranger. A declined request has the same rules, so that the sender cannot tell.
 * @throws request_text_only, request_unanswered
 */
export function assertFitsRequest({ messageType }: { messageType: string }, { seq }: { seq: number }): void {
  if (messageType !== 'text') throw new DomainError('request_text_only')
  if (seq >= MAX_REQUEST_MESSAGES) throw new DomainError('request_unanswered')
}

/** The unread totals of the two members after a request has become a conversation, by their ids. */
export type AcceptedRequest = { totals: ReadonlyMap<string, UnreadTotal> }

/** The two members of a request. */
export type RequestPair = { recipientId: string; senderId: string }

/** Accepts and declines message requests. What was accepted or declined before stays as it is. */
export type MessageRequestStore = {
  /**
   * Makes a request a conversation like any other, which the recipient has read. Returns undefined if there is no such request any more.
   * @throws not_found if there is no conversation, member_not_found if the sender is not visible
   */
  accept(pair: RequestPair): Promise<AcceptedRequest | undefined>
  /** Takes a request out of the list of its recipient. Returns false if nothing changed. @throws not_found if there is no conversation */
  decline(pair: RequestPair): Promise<boolean>
}

/** Opens requests, in the transaction of the consumer. */
export type RequestOpener = {
  /**
   * Makes the request between two members a conversation if the recipient's settings now allow its sender to begin one. Its messages count
   * as unread. Returns undefined if there is no such request.
   */
  openIfAllowed(one: string, other: string): Promise<(AcceptedRequest & RequestPair) | undefined>
}
