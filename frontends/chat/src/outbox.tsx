import { useOutboxSender } from './data/outbox/use-outbox.ts'

/** Nothing is seen of it. The shell mounts it when something may wait to be sent, on whichever page the member is. */
export default function OutboxSender() {
  useOutboxSender()
  return null
}
