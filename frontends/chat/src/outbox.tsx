import { useOutboxSender } from './data/outbox/use-outbox.ts'

/** Sends the outbox. Renders nothing. The shell mounts it on any page while messages may be pending. */
export default function OutboxSender() {
  useOutboxSender()
  return null
}
