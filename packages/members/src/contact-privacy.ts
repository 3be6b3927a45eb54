import type { Presence } from '@meadow/contracts'
import { MESSAGE_AUDIENCES } from '@meadow/contracts/profile-fields'

/**
 * The settings of a member about contacts. `messagesFrom`: who may begin a conversation with the member. The others: what the member shows
 * to those who can see the member at all (`canView`).
 */
export type ContactPrivacy = {
  messagesFrom: (typeof MESSAGE_AUDIENCES)[number]
  showOnline: boolean
  showLastSeen: boolean
  showTyping: boolean
  sendReadMarks: boolean
}

/** The settings as they are stored: only what the member has chosen. A newer version may have stored other choices. */
export type StoredContactPrivacy = { readonly messagesFrom?: string | undefined } & {
  readonly [Setting in Exclude<keyof ContactPrivacy, 'messagesFrom'>]?: boolean | undefined
}

/** Returns all settings, with the defaults. A `messagesFrom` of a newer version is read as 'mutuals', the strictest; the others are on. */
export const toContactPrivacy = ({
  messagesFrom,
  showOnline = true,
  showLastSeen = true,
  showTyping = true,
  sendReadMarks = true,
}: StoredContactPrivacy): ContactPrivacy => ({
  messagesFrom: MESSAGE_AUDIENCES.find((audience) => audience === messagesFrom) ?? 'mutuals',
  showOnline,
  showLastSeen,
  showTyping,
  sendReadMarks,
})

/**
 * Decides whether a member may begin a conversation with another, whose settings are `recipient`. `isFollowing`: the sender follows
 * the recipient; `isFollowedBack`: the recipient follows the sender, who need not follow the recipient. Visibility is decided before, by
 * `canView`.
 */
export function canBeginConversation(
  recipient: Pick<ContactPrivacy, 'messagesFrom'>,
  { isFollowing, isFollowedBack }: { isFollowing: boolean; isFollowedBack: boolean },
): boolean {
  if (recipient.messagesFrom === 'everyone') return true
  return isFollowedBack && (isFollowing || recipient.messagesFrom === 'following')
}

/**
 * Returns the rule of `canBeginConversation` as an SQL condition. `recipient` is a row of `members`; `isFollowing` and `isFollowedBack` are
 * SQL conditions that are never null.
 */
export const canBeginConversationSql = (recipient: string, isFollowing: string, isFollowedBack: string): string => `(
  coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'everyone'
  or (${isFollowedBack} and (${isFollowing} or coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'following')))`

/** The signals that two members show each other. They are the same in both directions: what one of them hides, neither sees. */
export type SharedSignals = { online: boolean; lastSeen: boolean; typing: boolean; readMarks: boolean }

/**
 * Returns what two members show each other. Hiding that one is online hides the last activity, too, which is empty for a member who is
 * online and would give it away.
 */
export function toSharedSignals(one: ContactPrivacy, other: ContactPrivacy): SharedSignals {
  const online = one.showOnline && other.showOnline
  return {
    online,
    lastSeen: online && one.showLastSeen && other.showLastSeen,
    typing: one.showTyping && other.showTyping,
    readMarks: one.sendReadMarks && other.sendReadMarks,
  }
}

/** Returns the presence of a member as another sees it, by what the two show each other. */
export const toShownPresence = (
  { isOnline, lastActive }: Presence,
  { online, lastSeen }: Pick<SharedSignals, 'online' | 'lastSeen'>,
): Presence => ({ isOnline: online && isOnline, lastActive: lastSeen ? lastActive : null })

/** Reads the settings of members. Returns a function of two ids; of two equal ids everything is shown, and an unknown member has the defaults. */
export async function readSharedSignals(
  members: { find(ids: readonly string[]): Promise<ReadonlyMap<string, { contactPrivacy: StoredContactPrivacy }>> },
  ids: readonly string[],
): Promise<(one: string, other: string) => SharedSignals> {
  const found = await members.find([...new Set(ids)])
  const settingsOf = (id: string) => toContactPrivacy(found.get(id)?.contactPrivacy ?? {})
  return (one, other) => (one === other ? EVERYTHING : toSharedSignals(settingsOf(one), settingsOf(other)))
}

const EVERYTHING: SharedSignals = { online: true, lastSeen: true, typing: true, readMarks: true }
