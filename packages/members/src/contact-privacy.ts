import { MESSAGE_AUDIENCES } from '@meadow/contracts/profile-fields'

/** The settings of who may contact a member. `messagesFrom`: who may begin a conversation with the member. */
export type ContactPrivacy = { messagesFrom: (typeof MESSAGE_AUDIENCES)[number] }

/** The settings as they are stored: only what the member has chosen. A newer version may have stored other choices. */
export type StoredContactPrivacy = { readonly messagesFrom?: string | undefined }

/** Returns all settings, with the defaults. A choice that a newer version has stored is read as the default, which is the strictest. */
export const toContactPrivacy = ({ messagesFrom }: StoredContactPrivacy): ContactPrivacy => ({
  messagesFrom: MESSAGE_AUDIENCES.find((audience) => audience === messagesFrom) ?? 'mutuals',
})

/**
 * Decides whether a member may begin a conversation with another, whose settings are `recipient`. `isFollowing`: the sender follows
 * the recipient; `isFollowedBack`: the recipient follows the sender. Visibility is decided before, by `canView`.
 */
export function canBeginConversation(
  recipient: Pick<ContactPrivacy, 'messagesFrom'>,
  { isFollowing, isFollowedBack }: { isFollowing: boolean; isFollowedBack: boolean },
): boolean {
  if (recipient.messagesFrom === 'everyone') return true
  return isFollowedBack && (isFollowing || recipient.messagesFrom === 'following')
}

/**
 * Returns the rule of `canBeginConversation` as an SQL condition. `recipient` is a row of `members`; the others are conditions that are
 * never null.
 */
export const canBeginConversationSql = (recipient: string, isFollowing: string, isFollowedBack: string): string => `(
  coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'everyone'
  or (${isFollowedBack} and (${isFollowing} or coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'following')))`
