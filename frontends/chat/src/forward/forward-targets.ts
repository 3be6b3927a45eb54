import type { ConversationView, MemberView } from '@meadow/contracts/browser'
import type { ShownMessage } from '../data/messages/shown-message.ts'

/** Conversations to which messages are forwarded at once. */
export const MAX_FORWARD_TARGETS = 5

/** Messages that are forwarded at once. */
export const MAX_FORWARDED_MESSAGES = 30

type ForwardedMessage = Pick<ShownMessage, 'voice' | 'video' | 'expiresAt' | 'deletedAt' | 'localState' | 'system'>

/**
 * Returns whether a message can be forwarded. One that disappears, one that is not sent yet, and a recording or video that could not be
 * encoded, cannot.
 */
export const canForward = ({ voice, video, expiresAt, deletedAt, localState, system }: ForwardedMessage): boolean =>
  !expiresAt &&
  !deletedAt &&
  !system &&
  localState === undefined &&
  voice?.status !== 'failed' &&
  video?.status !== 'failed'

/** Lists the members to whom a message can be forwarded: those of conversations first, newest message first, then the others by name. Requests take no forwards. */
export function listForwardTargets(
  conversations: readonly Pick<ConversationView, 'user' | 'canSend' | 'request'>[],
  mutualFollowers: readonly MemberView[],
): MemberView[] {
  const known = conversations.filter(({ canSend, request }) => canSend && !request).map(({ user }) => user)
  const ids = new Set(conversations.map(({ user }) => user._id))
  return [...known, ...mutualFollowers.filter(({ _id }) => !ids.has(_id))]
}

/** Adds or removes a member. One more than `MAX_FORWARD_TARGETS` changes nothing. */
export function toggleForwardTarget(chosen: readonly MemberView[], member: MemberView): readonly MemberView[] {
  const others = chosen.filter(({ _id }) => _id !== member._id)
  if (others.length < chosen.length) return others
  return chosen.length < MAX_FORWARD_TARGETS ? [...chosen, member] : chosen
}
