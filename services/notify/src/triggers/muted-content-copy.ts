import { type EventOf, events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'

/** A mute of a post or tag as posts publishes it. A mute that was taken back has that time in `until`. */
type ContentMuteUpdate = {
  memberId: string
  kind: 'post' | 'tag'
  target: string
  rev: number
  until: Date | null
  at: Date
}

/** The copy of the mutes of posts and tags, in the transaction of the consumer. */
export type MutedContentCopy = {
  /** Stores a mute if none with a higher `rev` is known. */
  apply(update: ContentMuteUpdate): Promise<void>
}

type MuteEvent = EventOf<typeof events.postMuted | typeof events.tagMuted>

const toUpdate = ({ subject, time, data }: MuteEvent): ContentMuteUpdate => ({
  memberId: subject,
  ...('tag' in data ? { kind: 'tag', target: data.tag } : { kind: 'post', target: data.postId }),
  rev: data.rev,
  until: data.until === null ? null : new Date(data.until),
  at: new Date(time),
})

/** Store the posts and tags that members mute. */
export const mutedContentHandlers: EventHandler<{ mutedContent: MutedContentCopy }>[] = [
  onEvent(events.postMuted, (event, { mutedContent }: { mutedContent: MutedContentCopy }) =>
    mutedContent.apply(toUpdate(event)),
  ),
  onEvent(events.tagMuted, (event, { mutedContent }: { mutedContent: MutedContentCopy }) =>
    mutedContent.apply(toUpdate(event)),
  ),
]
