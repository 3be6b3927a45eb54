import type { Presence, PrivacyException } from '@meadow/contracts'
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
  /** The first messages of members who may not begin a conversation become a request. */
  allowRequests: boolean
}

/** The settings as they are stored: only what the member has chosen. A newer version may have stored other choices. */
export type StoredContactPrivacy = { readonly messagesFrom?: string | undefined } & {
  readonly [Setting in Exclude<keyof ContactPrivacy, 'messagesFrom'>]?: boolean | undefined
}

/**
 * Returns all settings, with the defaults. A `messagesFrom` that is missing, or of a newer version, is read as 'mutuals', the strictest;
 * the other settings are on if they are missing.
 */
export const toContactPrivacy = ({
  messagesFrom,
  showOnline = true,
  showLastSeen = true,
  showTyping = true,
  sendReadMarks = true,
  allowRequests = true,
}: StoredContactPrivacy): ContactPrivacy => ({
  messagesFrom: MESSAGE_AUDIENCES.find((audience) => audience === messagesFrom) ?? 'mutuals',
  showOnline,
  showLastSeen,
  showTyping,
  sendReadMarks,
  allowRequests,
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
 * Decides how the first message of a member reaches a recipient: in a conversation, in a message request, which the recipient accepts or
 * declines, or not at all. The arguments are those of `canBeginConversation`. A group decides by it on an invitation, too.
 */
export function decideFirstContact(
  recipient: Pick<ContactPrivacy, 'messagesFrom' | 'allowRequests'>,
  follows: { isFollowing: boolean; isFollowedBack: boolean },
): 'conversation' | 'request' | 'none' {
  if (canBeginConversation(recipient, follows)) return 'conversation'
  return recipient.allowRequests ? 'request' : 'none'
}

/**
 * Returns the rule of `canBeginConversation` as an SQL condition. `recipient` is a row of `members`; `isFollowing` and `isFollowedBack` are
 * SQL conditions that are never null.
 */
export const canBeginConversationSql = (recipient: string, isFollowing: string, isFollowedBack: string): string => `(
  coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'everyone'
  or (${isFollowedBack} and (${isFollowing} or coalesce(${recipient}.contact_privacy ->> 'messagesFrom', '') = 'following')))`

/** A privacy exception that `from` makes for `to`. */
export type MadePrivacyException = { from: string; to: string; exception: PrivacyException }

/** The exception that chooses nothing: everything is as in the settings. */
export const NO_PRIVACY_EXCEPTION: PrivacyException = {
  showOnline: null,
  showLastSeen: null,
  showTyping: null,
  sendReadMarks: null,
}

/** Returns false if everything is as in the settings: there is no exception then. */
export const hasPrivacyChoice = (exception: PrivacyException): boolean =>
  Object.values(exception).some((choice) => choice !== null)

/** Returns the settings with the choices of the exception applied. */
const withPrivacyException = (
  settings: ContactPrivacy,
  { showOnline, showLastSeen, showTyping, sendReadMarks }: PrivacyException = NO_PRIVACY_EXCEPTION,
): ContactPrivacy => ({
  messagesFrom: settings.messagesFrom,
  allowRequests: settings.allowRequests,
  showOnline: showOnline ?? settings.showOnline,
  showLastSeen: showLastSeen ?? settings.showLastSeen,
  showTyping: showTyping ?? settings.showTyping,
  sendReadMarks: sendReadMarks ?? settings.sendReadMarks,
})

/** The signals that two members show each other. They are the same in both directions: what one of them hides, neither sees. */
export type SharedSignals = { online: boolean; lastSeen: boolean; typing: boolean; readMarks: boolean }

/**
 * Returns what two members show each other. The settings of each include their exception for the other (`withPrivacyException`). Hiding
 * that one is online also hides the last activity: it is empty while a member is online, so showing it would reveal that.
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

/** Reads the settings of members, and the exceptions that they make for each other. `MemberReadModel` does. */
export type SignalSource = {
  find(ids: readonly string[]): Promise<ReadonlyMap<string, { contactPrivacy: StoredContactPrivacy }>>
  findPrivacyExceptions(ids: readonly string[]): Promise<readonly MadePrivacyException[]>
}

/**
 * Reads the settings of members and their exceptions for each other. Returns a function of two ids; of two equal ids everything is shown,
 * and an unknown member has the defaults.
 */
export async function readSharedSignals(
  members: SignalSource,
  ids: readonly string[],
): Promise<(one: string, other: string) => SharedSignals> {
  const unique = [...new Set(ids)]
  const [found, made] = await Promise.all([members.find(unique), members.findPrivacyExceptions(unique)])
  const exceptions = new Map(made.map(({ from, to, exception }) => [`${from} ${to}`, exception]))
  const shownBy = (id: string, other: string) =>
    withPrivacyException(toContactPrivacy(found.get(id)?.contactPrivacy ?? {}), exceptions.get(`${id} ${other}`))
  return (one, other) => (one === other ? EVERYTHING : toSharedSignals(shownBy(one, other), shownBy(other, one)))
}

/** Returns a source that reads `members` as if `change` were stored. */
export const createSignalSourceAfter = (
  members: SignalSource,
  change: { memberId: string; contactPrivacy: StoredContactPrivacy } | MadePrivacyException,
): SignalSource => ({
  async find(ids) {
    const found = new Map(await members.find(ids))
    if ('memberId' in change) found.set(change.memberId, { contactPrivacy: change.contactPrivacy })
    return found
  },
  async findPrivacyExceptions(ids) {
    const stored = await members.findPrivacyExceptions(ids)
    if ('memberId' in change) return stored
    return [...stored.filter(({ from, to }) => from !== change.from || to !== change.to), change]
  },
})

const EVERYTHING: SharedSignals = { online: true, lastSeen: true, typing: true, readMarks: true }
