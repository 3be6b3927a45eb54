import type { EventHandler } from '@meadow/events'
import { memberEventHandlers, memberExportHandlers } from '@meadow/members'
import { mutedContentHandlers } from './triggers/muted-content-copy.ts'
import { memberTriggerHandlers } from './triggers/on-members.ts'
import { messageTriggerHandlers } from './triggers/on-messages.ts'
import { type NotifyHandlerDeps, postTriggerHandlers } from './triggers/on-posts.ts'
import { reportTriggerHandlers } from './triggers/on-reports.ts'

/** Handlers of all events that notify consumes. The read model of members comes first, because the triggers read it. */
export const notifyEventHandlers: EventHandler<NotifyHandlerDeps>[] = [
  ...memberEventHandlers,
  ...memberExportHandlers,
  ...mutedContentHandlers,
  ...memberTriggerHandlers,
  ...postTriggerHandlers,
  ...messageTriggerHandlers,
  ...reportTriggerHandlers,
]
