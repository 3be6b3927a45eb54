import { findFacets } from '@meadow/contracts/find-facets'
import { createMutedTextTest, type MutedWord } from '@meadow/members'
import type { NotificationTrigger } from './notification-trigger.ts'

/** Posts and tags that a member mutes. A mute of a post or tag acts before `until`, or (null) until it is taken back. */
export type MutedByMember = {
  words: readonly MutedWord[]
  content: readonly { kind: string; target: string; until: Date | null }[]
}

/** Returns the words of others that a trigger is about: those of a comment or a share, of a post by its actor, or of a bio. */
export function getTriggerText({ type, excerpt, bio, notice }: NotificationTrigger, postExcerpt: string): string {
  if (excerpt || bio) return excerpt || (bio ?? '')
  return type === 'mention' || notice?.kind === 'post_edited' ? postExcerpt : ''
}

/**
 * Decides whether a trigger stays out of notifications and pushes, by what its member mutes at its time: the post that it is about, or a
 * word or tag of the text that it is about.
 */
export function isMutedTrigger(trigger: NotificationTrigger, text: string, { words, content }: MutedByMember): boolean {
  const acting = content.filter(({ until }) => until === null || until > trigger.at)
  if (acting.some(({ kind, target }) => kind === 'post' && target === trigger.postId)) return true
  if (text === '') return false
  const tags = new Set(acting.filter(({ kind }) => kind === 'tag').map(({ target }) => target))
  const found = tags.size > 0 ? findFacets(text).flatMap(({ tag }) => tag ?? []) : []
  return createMutedTextTest({ words, tags }, 'alerts', trigger.at)({ texts: [text], tags: found })
}
