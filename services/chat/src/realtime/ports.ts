import type { ClientToServerEvents, MessageView, ServerToClientEvents } from '@meadow/contracts'
import type { Claims } from '@meadow/service'

/** Reads the relationships that decide which sockets receive a push about a post. */
export type RelationshipLookup = {
  /**
   * Returns, for each of `followedIds`, those of `memberIds` who follow them. Leaves out members with a block in either
   * direction, and followers who mute them. Members with more than `maxFollowers` followers in all, or with none among `memberIds`, have no entry.
   */
  findFollowersAmong(
    followedIds: readonly string[],
    memberIds: readonly string[],
    maxFollowers: number,
  ): Promise<Map<string, string[]>>
  /**
   * Returns, for each of `memberIds`, those of `otherIds` whose content the member may not see: a block is between them, or the
   * other is private and the member does not follow them. A member who may see all of them has no entry. `hostId`: the author of the post
   * under which the content stands, who sees that of private members.
   */
  findHiddenAmong(
    memberIds: readonly string[],
    otherIds: readonly string[],
    hostId?: string,
  ): Promise<Map<string, Set<string>>>
  /** Returns, for each of `memberIds`, those of `otherIds` whom they mute now. A member without any mute has no entry. */
  findMutesOf(memberIds: readonly string[], otherIds: readonly string[]): Promise<Map<string, Set<string>>>
}

/** A member's presence is pushed to at most this many other members. */
export const MAX_PRESENCE_AUDIENCE = 100

/** Finds the members to whom the presence of a member is pushed. */
export type PresenceAudience = {
  /**
   * Returns, for each of `memberIds`, the members who exchanged messages with them after `since` and may see them: the
   * most recent first, at most `MAX_PRESENCE_AUDIENCE`.
   */
  findPresenceAudience(memberIds: readonly string[], since: Date): Promise<Map<string, string[]>>
}

/** Decides whether a typing notification of `senderId` may reach `recipientId`. */
export type CanSendTyping = (senderId: string, recipientId: string) => Promise<boolean>

/** Sends a text that a member wrote, and returns it as the sender sees it. @throws DomainError */
export type SendText = (sender: Claims, text: ClientToServerEvents['sendMessage']) => Promise<MessageView>

/** Receives the acknowledgement of a `newMessage` push by a device of `memberId`. Must not throw. */
export type OnMessageReceived = (memberId: string, message: { senderId: string; seq: number }) => void

/** Checks the payload of a push against its contract. Injected by tests; absent in production. @throws ZodError */
export type CheckPushPayload = (name: keyof ServerToClientEvents, payload: unknown) => void
