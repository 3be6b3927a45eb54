import type { Topic } from './define-event.ts'

/** What the events of a topic are about. The id of that is their subject, and events of one subject stay in order. */
export const SUBJECTS: Record<Topic, string> = {
  members: 'the member; of `members.asked` and `members.told` the asking',
  posts: 'the post',
  messages: 'the conversation',
  notifications: 'who is notified',
}

/**
 * Into how many parts a bus that has such parts divides a topic, for as many readers of a group. It never changes for a
 * topic that has events, or subjects would lose their order. `members` is one: its askings and what is told of them
 * (`members.asked`, `members.told`) are read in one order by everybody.
 */
export const PARTITIONS: Record<Topic, number> = { members: 1, posts: 6, messages: 6, notifications: 6 }

/** How many machines hold a topic, where the bus has so many. */
export const REPLICAS = 3

/** How long a bus keeps events, and those that could not be handled. An inbox remembers longer than the first. */
export const KEPT_DAYS = { events: 7, dead: 30 } as const
